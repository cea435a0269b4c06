import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Exchange } from "@tessera/contract/money-movement/exchange.schemas";
import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { ArrowUpDown } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "../../../lib/api/api-error.ts";
import { useSettled } from "../../../lib/api/use-settled.ts";
import { AmountInput } from "../../../ui/form/amount-input.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { IconButton } from "../../../ui/form/icon-button.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { currencySymbol, formatMoney } from "../../../ui/text/format-money.ts";
import { quoteQuery, type TimedQuote } from "./exchange.queries.ts";
import { type Draft, firstDraft, swapped, wantedBy, withAccount } from "./exchange-draft.ts";
import { QuoteClock } from "./quote-clock.tsx";
import { RateTerms } from "./rate-terms.tsx";

const ConfirmExchange = lazySheet(async () => {
  return (await import("./confirm-exchange.tsx")).ConfirmExchange;
});

const OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));
const TYPING_MS = 400;

/** The available balance of one account. */
export interface AccountBalance {
  readonly currency: CurrencyCode;
  readonly available: string;
}

interface ExchangeFormProps {
  readonly balances: readonly AccountBalance[];
  /** Called when the customer chooses other currencies. */
  readonly onPair: (from: CurrencyCode, to: CurrencyCode) => void;
  readonly onDone: (exchange: Exchange) => void;
}

function useDraft(balances: readonly AccountBalance[]) {
  const [draft, setDraft] = useState<Draft>(() => firstDraft(balances));
  const wanted = wantedBy(draft);
  const settled = useSettled(draft, TYPING_MS);
  const isSettled = settled === draft;
  const query = useQuery({
    ...quoteQuery(wanted),
    enabled: wanted !== undefined && isSettled,
  });
  const isWaiting = wanted !== undefined && (!isSettled || query.isFetching);
  return {
    draft,
    setDraft,
    quote: wanted === undefined || isWaiting ? undefined : query.data,
    error: isWaiting || wanted === undefined ? null : query.error,
    isWaiting,
    askAgain: query.refetch,
  };
}

/** Renders why there is no quote, unless the amount's own note says it. */
function Refused({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <Note tone="negative" role="alert">
      {messageOf(error, t`Unknown error`)}{" "}
      <button type="button" className="target font-semibold underline" onClick={onRetry}>
        <Trans>Try again</Trans>
      </button>
    </Note>
  );
}

function isShort(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "insufficient_funds";
}

/** Renders the form for an exchange: two accounts, an amount on either side, and the quote. */
export function ExchangeForm({ balances, onPair, onDone }: ExchangeFormProps) {
  const { t } = useLingui();
  const { draft, setDraft, quote, error, isWaiting, askAgain } = useDraft(balances);
  // The quote being confirmed stays the same until the customer asks for a new one.
  const [review, setReview] = useState<{ readonly quote: TimedQuote; readonly open: boolean }>();
  const [renewing, setRenewing] = useState(false);
  const { from, to, side, typed } = draft;
  const change = (next: Draft) => {
    setDraft(next);
    onPair(next.from, next.to);
  };
  const available = balances.find(({ currency }) => currency === from)?.available ?? "0.00";
  const held = formatMoney(available, from);
  const renew = async () => {
    setRenewing(true);
    const { data } = await askAgain();
    setRenewing(false);
    if (data !== undefined && review !== undefined) {
      setReview({ quote: data, open: review.open });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (quote !== undefined) {
      setReview({ quote, open: true });
    }
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-5">
      <div>
        <Panel>
          <AmountInput
            label={t`Amount to exchange`}
            symbol={currencySymbol(from)}
            value={side === "sell" ? typed : (quote?.soldAmount ?? "")}
            onChange={(value) => setDraft({ ...draft, side: "sell", typed: value })}
            helper={
              isShort(error) ? (
                <Trans>More than the {held} in this account</Trans>
              ) : (
                <Trans>Account balance {held}</Trans>
              )
            }
            refused={isShort(error)}
            autoFocus
          />
          <Segmented
            label={t`Sell from account`}
            options={OPTIONS}
            value={from}
            onChange={(currency) => change(withAccount(draft, "from", currency))}
          />
        </Panel>
        <div className="grid justify-items-center py-1">
          <IconButton label={t`Swap accounts`} onClick={() => change(swapped(draft))}>
            <ArrowUpDown aria-hidden="true" size={20} strokeWidth={1.75} />
          </IconButton>
        </div>
        <Panel>
          <AmountInput
            label={t`Amount to receive`}
            symbol={currencySymbol(to)}
            value={side === "buy" ? typed : (quote?.boughtAmount ?? "")}
            onChange={(value) => setDraft({ ...draft, side: "buy", typed: value })}
          />
          <Segmented
            label={t`Buy into account`}
            options={OPTIONS}
            value={to}
            onChange={(currency) => change(withAccount(draft, "to", currency))}
          />
        </Panel>
      </div>
      <div aria-live="polite" aria-busy={isWaiting} className="min-h-11">
        {quote !== undefined && <RateTerms terms={quote} />}
        {isWaiting && (
          <p className="text-small text-ink-3">
            <Trans>Getting the rate…</Trans>
          </p>
        )}
      </div>
      {quote !== undefined && (
        <QuoteClock endsAtMs={quote.endsAtMs} renewing={renewing} onRenew={() => void renew()} />
      )}
      {error !== null && !isShort(error) && (
        <Refused error={error} onRetry={() => void askAgain()} />
      )}
      <Button type="submit" kind="primary" block disabled={quote === undefined}>
        <Trans>Review</Trans>
      </Button>
      {review !== undefined && (
        <ConfirmExchange
          {...review}
          renewing={renewing}
          onRenew={() => void renew()}
          onClose={() => setReview({ ...review, open: false })}
          onDone={onDone}
        />
      )}
    </form>
  );
}
