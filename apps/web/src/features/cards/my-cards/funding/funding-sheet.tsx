import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Card, Quote } from "@tessera/contract/cards/cards.schemas";
import { ChevronLeft } from "lucide-react";
import { useState } from "react";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { useSettled } from "../../../../lib/api/use-settled.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { wireAmount } from "../../../../ui/text/amount-text.ts";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { accountBalancesQuery } from "../account-balances.queries.ts";
import { cardLabel } from "../card-label.ts";
import { AmountStep } from "./amount-step.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { type FundingOperation, quoteQuery } from "./funding.queries.ts";
import { FundingNotice } from "./funding-notice.tsx";
import { FUNDING_TEXTS } from "./funding-texts.ts";
import { shortfallOf } from "./shortfall.ts";
import { QUOTE_EXPIRED, useFunding } from "./use-funding.ts";

interface FundingSheetProps {
  readonly card: Card;
  readonly operation: FundingOperation;
  /** The initial amount, as a wire amount. */
  readonly amount?: string | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Delay after the last keystroke before a quote is requested, in milliseconds. */
const TYPING_PAUSE_MS = 350;

function sameTerms(left: Quote, right: Quote): boolean {
  return (
    left.total === right.total &&
    left.fee === right.fee &&
    left.accountBalanceAfter === right.accountBalanceAfter &&
    left.cardBalanceAfter === right.cardBalanceAfter
  );
}

/** Returns the quote for the typed amount, or the reason there is no quote. */
function useTypedQuote(card: Card, operation: FundingOperation, typed: string, paused: boolean) {
  const balances = useQuery(accountBalancesQuery);
  const accountAvailable =
    balances.data?.find((balance) => balance.currency === card.currency)?.available ??
    (balances.data === undefined ? undefined : "0.00");
  const amount = wireAmount(typed);
  const settled = useSettled(amount, TYPING_PAUSE_MS);
  const shortfall =
    amount === undefined ? undefined : shortfallOf({ operation, amount, card, accountAvailable });
  const asked = settled ?? "";
  const query = useQuery({
    ...quoteQuery(card.id, operation, asked),
    enabled: asked !== "" && settled === amount && shortfall === undefined && !paused,
  });
  const current = amount !== undefined && settled === amount && shortfall === undefined;
  return {
    accountAvailable,
    shortfall,
    quote: current ? query.data : undefined,
    waiting: amount !== undefined && shortfall === undefined && (!current || query.isFetching),
    error: current ? query.error : null,
    renew: query.refetch,
  };
}

/** Error code for a request that was rejected before processing, which leaves the quote valid. */
const TOO_MANY = "rate_limited";

/** Returns true for an error that neither a new quote nor a retry can resolve. */
function isFinal(error: Error | null): boolean {
  const code = error instanceof ApiError ? error.code : undefined;
  return error !== null && code !== QUOTE_EXPIRED && code !== TOO_MANY;
}

/** Loads or unloads a card: asks for the amount, then for confirmation. */
export function FundingSheet({ card, operation, amount, open, onClose }: FundingSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [typed, setTyped] = useState(amount ?? "");
  const [reviewed, setReviewed] = useState<Quote | null>(null);
  const texts = FUNDING_TEXTS[operation];
  const funding = useFunding(card.id, (receipt) => {
    const done = texts.done(formatMoney(receipt.amount, receipt.currency));
    showToast({ tone: "success", text: t(done) });
    onClose();
  });
  const busy = funding.sending || funding.unknown;
  const typedQuote = useTypedQuote(card, operation, typed, busy);
  // While the outcome is unknown, the screen keeps showing the quote that was sent.
  const shown = reviewed !== null && busy ? reviewed : (typedQuote.quote ?? reviewed);
  const renewed = reviewed !== null && shown !== null && !sameTerms(reviewed, shown);

  const confirm = () => {
    if (shown !== null) {
      setReviewed(shown);
      funding.send(shown);
    }
  };
  const back = () => {
    setReviewed(null);
    funding.reset();
    void typedQuote.renew();
  };

  const confirming = reviewed !== null && shown !== null;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={confirming ? t`Review and confirm` : t(texts.title)}
      subtitle={
        confirming
          ? undefined
          : t`${cardLabel(card, locale)}, balance ${formatMoney(card.balance, card.currency)}`
      }
      lead={
        confirming ? (
          <IconButton label={t`Back`} onClick={back} disabled={busy} className="-ml-3">
            <ChevronLeft aria-hidden="true" size={24} strokeWidth={1.6} />
          </IconButton>
        ) : (
          <CardThumb cardId={card.id} type={card.type} />
        )
      }
    >
      {confirming ? (
        <ConfirmStep
          card={card}
          quote={shown}
          busy={busy}
          waiting={!busy && typedQuote.waiting}
          refused={isFinal(funding.error)}
          notice={<FundingNotice write={funding} operation={operation} renewed={renewed} />}
          onConfirm={confirm}
        />
      ) : (
        <AmountStep
          card={card}
          operation={operation}
          accountAvailable={typedQuote.accountAvailable}
          typed={typed}
          onType={setTyped}
          quote={typedQuote.quote}
          waiting={typedQuote.waiting}
          shortfall={typedQuote.shortfall}
          error={typedQuote.error}
          onRetry={() => void typedQuote.renew()}
          onReview={() => setReviewed(typedQuote.quote ?? null)}
        />
      )}
    </Sheet>
  );
}
