import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { ApiError } from "../../../lib/api/api-error.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Offered } from "../../../ui/layout/offered.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { inlineLinkClass } from "../../../ui/text/text-link.ts";

/** Shows the account's shortfall and how to add money. */
export function ShortfallNote({
  segment,
  missing,
}: {
  readonly segment: CardSegment;
  readonly missing: string;
}) {
  const amount = formatMoney(missing, segment.currency);
  return (
    <Note tone="negative" role="alert">
      <Trans>
        Your {segment.currency} account is {amount} short of the opening fee.
      </Trans>{" "}
      <Offered what="deposits">
        <Link
          to="/wallet/deposit"
          search={{ segment: segment.id, currency: segment.currency }}
          className={inlineLinkClass}
        >
          <Trans>Deposit</Trans>
        </Link>
      </Offered>
    </Note>
  );
}

interface RefusalNoteProps {
  readonly segment: CardSegment;
  readonly error: Error;
  /** The fee sent with the application. */
  readonly feeSent: string | undefined;
}

/**
 * Explains why the card was not created. After a fee change, shows both the old and the new fee.
 */
export function RefusalNote({ segment, error, feeSent }: RefusalNoteProps) {
  const changed = error instanceof ApiError && error.code === "price_changed";
  if (changed && feeSent !== undefined && feeSent !== segment.openingFee) {
    const [before, now] = [feeSent, segment.openingFee].map((fee) =>
      formatMoney(fee, segment.currency),
    );
    return (
      <Note tone="caution" role="alert">
        <Trans>
          The opening fee is now {now}. It was {before}. Nothing was charged.
        </Trans>
      </Note>
    );
  }
  return (
    <Note tone={changed ? "caution" : "negative"} role="alert">
      {error.message === "" ? <Trans>Unknown error</Trans> : error.message}
    </Note>
  );
}

interface UnknownNoteProps {
  readonly onAskAgain: () => void;
}

/**
 * Tells the customer that no response arrived. A retry shows the outcome and cannot create a second
 * card.
 */
export function UnknownOutcomeNote({ onAskAgain }: UnknownNoteProps) {
  return (
    <Note tone="caution" role="alert">
      <p>
        <Trans>
          We don’t know yet whether your card was created. You can safely try again; you won’t be
          charged twice.
        </Trans>
      </p>
      <Button size="md" className="mt-2.5" onClick={onAskAgain}>
        <Trans>Check again</Trans>
      </Button>
    </Note>
  );
}
