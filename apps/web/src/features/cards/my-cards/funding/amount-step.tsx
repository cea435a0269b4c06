import { Trans, useLingui } from "@lingui/react/macro";
import type { Card, Quote } from "@tessera/contract/cards/cards.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { AmountInput } from "../../../../ui/form/amount-input.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { currencySymbol, formatMoney } from "../../../../ui/text/format-money.ts";
import { availableOnCard } from "../limits/monthly-limit.ts";
import type { FundingOperation } from "./funding.queries.ts";
import { FUNDING_TEXTS } from "./funding-texts.ts";
import { QuickAmounts } from "./quick-amounts.tsx";
import { QuoteLines } from "./quote-lines.tsx";

interface AmountStepProps {
  readonly card: Card;
  readonly operation: FundingOperation;
  readonly accountAvailable: string | undefined;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly quote: Quote | undefined;
  /** True while a quote for the typed amount is loading. */
  readonly waiting: boolean;
  readonly shortfall: string | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onReview: () => void;
}

function Balance({ card, operation, accountAvailable, shortfall }: AmountStepProps) {
  const { currency } = card;
  if (shortfall !== undefined) {
    const missing = formatMoney(shortfall, currency);
    return operation === "deposit" ? (
      <Trans>{missing} over your account balance, including the fee</Trans>
    ) : (
      <Trans>{missing} more than you can transfer from the card</Trans>
    );
  }
  if (operation === "withdraw") {
    const available = formatMoney(availableOnCard(card), currency);
    return <Trans>Available on card {available}</Trans>;
  }
  const balance = accountAvailable === undefined ? "…" : formatMoney(accountAvailable, currency);
  return <Trans>Account balance {balance}</Trans>;
}

/**
 * Asks for the amount, typed or chosen from the quick amounts, and shows the cost when the quote
 * arrives.
 */
export function AmountStep(props: AmountStepProps) {
  const { card, operation, typed, onType, quote, waiting, shortfall, error } = props;
  const { t } = useLingui();
  const failed = error !== null && !waiting && shortfall === undefined;
  const all = availableOnCard(card);
  return (
    <form
      className="animate-[appear_220ms]"
      onSubmit={(event) => {
        event.preventDefault();
        if (quote !== undefined && !waiting) {
          props.onReview();
        }
      }}
    >
      <AmountInput
        label={t(FUNDING_TEXTS[operation].amountLabel)}
        symbol={currencySymbol(card.currency)}
        value={typed}
        onChange={onType}
        helper={<Balance {...props} />}
        refused={shortfall !== undefined}
        autoFocus
      />
      <QuickAmounts
        currency={card.currency}
        value={typed}
        onChoose={onType}
        everything={operation === "withdraw" && /[1-9]/.test(all) ? all : undefined}
      />
      <div className="mt-4">
        <QuoteLines
          operation={operation}
          quote={quote}
          feeBasisPoints={card.depositFeeBasisPoints}
          currency={card.currency}
          waiting={waiting}
        />
      </div>
      {failed && (
        <Note tone="negative" role="alert" className="mt-2">
          {messageOf(error, t`Unknown error`)}{" "}
          <button type="button" className="target font-semibold underline" onClick={props.onRetry}>
            <Trans>Try again</Trans>
          </button>
        </Note>
      )}
      <Button
        kind="primary"
        block
        type="submit"
        className="mt-4"
        disabled={quote === undefined || waiting}
      >
        <Trans>Review</Trans>
      </Button>
    </form>
  );
}
