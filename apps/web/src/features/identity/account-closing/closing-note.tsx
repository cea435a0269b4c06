import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { AccountClosing } from "@tessera/contract/identity/account-closing.schemas";
import { useLocale } from "../../../lib/locale.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { formatFullMoment } from "../../../ui/text/format-date.ts";
import { inlineLinkClass } from "../../../ui/text/text-link.ts";

interface ClosingNoteProps {
  readonly closing: AccountClosing;
  readonly className: string;
}

/** Says that the account is closing, and links to the page with what is left to do. */
export function ClosingNote({ closing, className }: ClosingNoteProps) {
  const end = formatFullMoment(new Date(closing.endsAt), useLocale());
  return (
    <Note tone="caution" role="status" className={className}>
      {closing.state === "cooling" ? (
        <Trans>
          Your account closure begins on {end}. Until then, your cards keep working and you can
          withdraw money, but you can’t get new cards or make deposits.
        </Trans>
      ) : (
        <Trans>
          The cooling-off period is over. Your cards close once their payments have settled, and
          then your account closes.
        </Trans>
      )}{" "}
      <Link to="/close-account" className={inlineLinkClass}>
        <Trans>View account closure</Trans>
      </Link>
    </Note>
  );
}
