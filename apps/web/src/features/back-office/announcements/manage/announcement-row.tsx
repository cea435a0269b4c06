import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { AdminAnnouncement } from "@tessera/contract/back-office/announcements.schemas";
import { LOCALES } from "@tessera/contract/errors/locales";
import { Check } from "lucide-react";
import { useLocale } from "../../../../lib/locale.ts";
import { LOCALE_SHORT_NAMES } from "../../../../ui/form/preference-buttons.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import { AnnouncementType } from "../announcement-type.tsx";
import { AUDIENCE_WORDS, STATUS_LOOKS } from "./announcement-words.ts";
import { titleOf } from "./title-of.ts";

interface AnnouncementRowProps {
  readonly announcement: AdminAnnouncement;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
}

function Schedule({ startsAt, endsAt }: Pick<AdminAnnouncement, "startsAt" | "endsAt">) {
  if (startsAt === null) {
    return <Trans>No time set</Trans>;
  }
  return endsAt === null ? (
    <Trans>
      From <DateText at={startsAt} wraps />, no end date
    </Trans>
  ) : (
    <Trans>
      <DateText at={startsAt} wraps /> until <DateText at={endsAt} wraps />
    </Trans>
  );
}

/** Renders one announcement in the list with a checkbox and a link to its editor. */
export function AnnouncementRow({ announcement, selected, onSelect }: AnnouncementRowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { id, type, audience, status, texts } = announcement;
  const title = titleOf(announcement, locale);
  const look = STATUS_LOOKS[status];
  const languages = LOCALES.filter((one) => texts[one] !== undefined)
    .map((one) => LOCALE_SHORT_NAMES[one])
    .join(" · ");
  return (
    <li className="relative flex items-center gap-1 not-first:before:absolute not-first:before:inset-x-0 not-first:before:top-0 not-first:before:h-px not-first:before:bg-line">
      <label className="-ml-3 grid size-11 flex-none cursor-pointer place-items-center">
        <input
          type="checkbox"
          aria-label={t`Select “${title}”`}
          checked={selected}
          onChange={({ target }) => onSelect(target.checked)}
          className="peer col-start-1 row-start-1 size-[22px] cursor-pointer appearance-none rounded-chip bg-surface shadow-[inset_0_0_0_1.5px_var(--control)] transition-colors duration-120 checked:bg-accent checked:shadow-none"
        />
        <Check
          aria-hidden="true"
          size={16}
          strokeWidth={2}
          className="pointer-events-none invisible col-start-1 row-start-1 text-on-accent peer-checked:visible"
        />
      </label>
      <Link
        to="/system/announcements"
        search={(old) => ({ ...old, edit: id })}
        state={{ openedHere: true }}
        className="flex min-h-16 min-w-0 flex-1 items-center gap-3 py-2.5 lg:grid"
        // Styled inline, because otherwise every page would load a CSS rule that only this grid
        // uses.
        style={{ gridTemplateColumns: "2.5rem minmax(0, 1fr) 7rem 9rem 15rem" }}
      >
        <AnnouncementType type={type} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-0 font-medium wrap-break-word">{title}</span>
            <span className="*:whitespace-normal lg:hidden">
              <Chip tone={look.tone} icon={look.icon}>
                {t(look.text)}
              </Chip>
            </span>
          </span>
          <span className="block text-small text-ink-3 lg:hidden">
            {t(AUDIENCE_WORDS[audience])} · {languages} · <Schedule {...announcement} />
          </span>
          <span className="hidden text-small text-ink-3 lg:inline">{languages}</span>
        </span>
        <span className="hidden lg:inline">
          <Chip tone={look.tone} icon={look.icon}>
            {t(look.text)}
          </Chip>
        </span>
        <span className="hidden text-ink-2 lg:inline">{t(AUDIENCE_WORDS[audience])}</span>
        <span className="hidden text-small text-ink-2 lg:inline">
          <Schedule {...announcement} />
        </span>
      </Link>
    </li>
  );
}
