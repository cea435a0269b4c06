import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { LegalTextName } from "@tessera/contract/identity/legal-versions";
import { type Locale, useLocale } from "../../../lib/locale.ts";
import { formatDay } from "../../../ui/text/format-date.ts";

/** The name of each text and the path of its page. */
export const LEGAL_NAMES = {
  terms: { title: msg`Terms of Service`, path: "/legal/terms" },
  privacy: { title: msg`Privacy Policy`, path: "/legal/privacy" },
  security: { title: msg`Data Security Policy`, path: "/legal/security" },
  agreement: { title: msg`User Agreement`, path: "/legal/agreement" },
} as const satisfies Record<
  LegalTextName,
  { readonly title: MessageDescriptor; readonly path: string }
>;

interface InForceProps {
  readonly version: number;
  /** Effective date in RFC 3339, shown as a date in UTC. */
  readonly from: string;
}

/** Formats a date in UTC, with its year, regardless of the reader's time zone. */
export function fullDay(at: string, locale: Locale): string {
  const utc = new Date(at);
  const day = new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate());
  const longAgo = new Date(0);
  return formatDay(day, locale, longAgo);
}

/** Shows the version and effective date of a document or fee schedule. */
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
