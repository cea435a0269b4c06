import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { LegalAcceptance } from "@tessera/contract/identity/legal.schemas";
import { deviceWords } from "../../../lib/device-words.ts";
import { useLocale } from "../../../lib/locale.ts";
import { formatFullMoment } from "../../../ui/text/format-date.ts";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { LEGAL_NAMES } from "./legal-labels.tsx";

const LANGUAGES = { en: "English", "zh-CN": "简体中文", "zh-TW": "繁體中文" } as const;

function Origin({ acceptance }: { readonly acceptance: LegalAcceptance }) {
  const { t } = useLingui();
  const { source, locale, network } = acceptance;
  if (source === "before_records") {
    return <Trans>At registration; device and network were not recorded then</Trans>;
  }
  const place = network === null ? undefined : t`Network ${network}`;
  const how = source === "registration" ? t`When registering` : t`In the console`;
  return [how, deviceWords(acceptance, t), place, LANGUAGES[locale]]
    .filter((part) => part !== undefined)
    .join(" · ");
}

function AcceptanceRow({ acceptance }: { readonly acceptance: LegalAcceptance }) {
  const { t } = useLingui();
  const readerLocale = useLocale();
  const { text, version, acceptedAt } = acceptance;
  const { title, path } = LEGAL_NAMES[text];
  return (
    <li className="border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={path}
          search={{ version: String(version) }}
          target="_blank"
          className={`${textLinkClass} relative -my-3.5`}
        >
          {t(title)}
        </Link>
        <span className="text-small text-ink-3">
          <Trans>Version {version}</Trans>
        </span>
      </div>
      <p className="text-small text-ink-2">
        <time dateTime={acceptedAt}>{formatFullMoment(new Date(acceptedAt), readerLocale)}</time>
      </p>
      <p className="text-small text-ink-3 wrap-break-word">
        <Origin acceptance={acceptance} />
      </p>
    </li>
  );
}

/** Lists the versions that a customer accepted, each with its date, device and network. */
export function AcceptanceList({
  acceptances,
}: {
  readonly acceptances: readonly LegalAcceptance[];
}) {
  if (acceptances.length === 0) {
    return (
      <p className="py-2 text-ink-3">
        <Trans>Nothing has been accepted yet.</Trans>
      </p>
    );
  }
  return (
    <ul>
      {acceptances.map((one) => (
        <AcceptanceRow key={`${one.text} ${one.version} ${one.acceptedAt}`} acceptance={one} />
      ))}
    </ul>
  );
}
