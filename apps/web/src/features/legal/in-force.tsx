import { Trans } from "@lingui/react/macro";
import { type Locale, useLocale } from "../../lib/locale.ts";
import { formatDay } from "../../ui/format-date.ts";

interface InForceProps {
  readonly version: number;
  /** RFC 3339; the day is that of UTC. */
  readonly from: string;
}

/** The day that it is at that moment in UTC, with its year, wherever the reader is. */
function fullDay(at: string, locale: Locale): string {
  const utc = new Date(at);
  const day = new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate());
  const longAgo = new Date(0);
  return formatDay(day, locale, longAgo);
}

/** Which version of a document or a schedule it is, and since when it holds. */
export function InForce({ version, from }: InForceProps) {
  const day = fullDay(from, useLocale());
  return (
    <p className="mt-1.5 text-small text-ink-3">
      <Trans>
        Version {version}, effective from <time dateTime={from}>{day}</time>
      </Trans>
    </p>
  );
}
