import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type {
  PayoutAddress,
  Withdrawal,
  WithdrawalQuote,
  WithdrawalTerms,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useSettled } from "../../../lib/api/use-settled.ts";
import { AmountInput } from "../../../ui/form/amount-input.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { groupedAmount, wireAmount } from "../../../ui/text/amount-text.ts";
import { currencySymbol, formatMoney } from "../../../ui/text/format-money.ts";
import { AddressBook } from "./address-book.tsx";
import { type AmountRefusal, amountRefusal } from "./amount-refusal.ts";
import { ClosedNote } from "./closed-note.tsx";
import { CostLines } from "./cost-lines.tsx";
import styles from "./withdrawals.module.css";
import { quoteQuery } from "./withdrawals.queries.ts";

const ConfirmWithdrawal = lazySheet(async () => {
  return (await import("./confirm-withdrawal.tsx")).ConfirmWithdrawal;
});

const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));
const TYPING_MS = 400;

/** The available balance of one account. */
export interface AccountBalance {
  readonly currency: CurrencyCode;
  readonly available: string;
}

interface WithdrawFormProps {
  readonly terms: WithdrawalTerms;
  readonly addresses: readonly PayoutAddress[];
  readonly balances: readonly AccountBalance[] | undefined;
  readonly onDone: (withdrawal: Withdrawal) => void;
}

function useDraft(addresses: readonly PayoutAddress[]) {
  const [typed, setTyped] = useState("");
  const [currency, setCurrency] = useState<CurrencyCode>("USD");
  const [wantedId, setWantedId] = useState<string>();
  const ready = addresses.filter(({ status }) => status === "ready");
  const address = ready.find(({ id }) => id === wantedId) ?? ready[0];
  const amount = useSettled(wireAmount(typed), TYPING_MS);
  const isSettled = amount === wireAmount(typed);
  const wanted =
    amount === undefined || address === undefined
      ? undefined
      : { addressId: address.id, amount, currency };
  const quote = useQuery(quoteQuery(wanted));
  const isWaiting = wireAmount(typed) !== undefined && (!isSettled || quote.isFetching);
  return {
    typed,
    setTyped,
    currency,
    setCurrency,
    address,
    choose: setWantedId,
    quote: isWaiting || wanted === undefined ? undefined : quote.data,
    isWaiting: isWaiting && address !== undefined,
    error: isWaiting ? null : quote.error,
    askAgain: () => void quote.refetch(),
  };
}
type Draft = ReturnType<typeof useDraft>;

interface AmountNoteProps {
  readonly terms: WithdrawalTerms;
  readonly draft: Draft;
  /** The account's available balance; undefined while it is unknown. */
  readonly held: string | undefined;
}

function Bounds({ terms, draft, held }: AmountNoteProps) {
  const available = held === undefined ? "…" : formatMoney(held, draft.currency);
  const network = terms.networks.find((one) => one.network === draft.address?.network);
  if (network === undefined) {
    return <Trans>Account balance {available}</Trans>;
  }
  const minimum = groupedAmount(network.minimum);
  return (
    <Trans>
      Account balance {available} · at least {minimum} USDT
    </Trans>
  );
}

function WhyNot(props: AmountNoteProps & { readonly refusal: AmountRefusal }) {
  const { terms, draft, refusal } = props;
  const network = terms.networks.find((one) => one.network === draft.address?.network);
  switch (refusal.kind) {
    case "shortfall": {
      const missing = formatMoney(refusal.missing, draft.currency);
      return <Trans>{missing} over your account balance</Trans>;
    }
    case "costs":
      return (
        <Trans>
          The total, including our fee and the network fee, exceeds your account balance
        </Trans>
      );
    case "bounds": {
      const [least, most] = [groupedAmount(network?.minimum ?? ""), groupedAmount(terms.maximum)];
      return (
        <Trans>
          {least} to {most} USDT per withdrawal
        </Trans>
      );
    }
    default: {
      const left = formatMoney(refusal.left, "USD");
      return <Trans>Above today’s limit: you have {left} left, including fees</Trans>;
    }
  }
}

/** Renders an error that is unrelated to the amount and that a retry may resolve. */
function Refused({ draft }: { readonly draft: Draft }) {
  const { t } = useLingui();
  return draft.error === null ? null : (
    <Note tone="negative" role="alert">
      {messageOf(draft.error, t`Unknown error`)}{" "}
      <button type="button" className="target font-semibold underline" onClick={draft.askAgain}>
        <Trans>Try again</Trans>
      </button>
    </Note>
  );
}

/** Renders the withdrawal form: amount, account and address, plus the costs once quoted. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { terms, addresses, balances, onDone } = props;
  const { t } = useLingui();
  const draft = useDraft(addresses);
  // The quote being confirmed stays the same even if a new quote arrives.
  const [review, setReview] = useState<{
    readonly quote: WithdrawalQuote;
    readonly label: string;
    readonly open: boolean;
  }>();
  const { currency } = draft;
  const held = balances?.find((one) => one.currency === currency)?.available;
  const refusal = amountRefusal({
    amount: wireAmount(draft.typed),
    currency,
    available: held,
    terms,
    quote: draft.quote,
    error: draft.error,
  });
  const isClosed = terms.onHold || terms.lockedUntil !== null;
  const canReview = draft.quote !== undefined && refusal === undefined && !isClosed;
  const note = { terms, draft, held };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canReview && draft.quote !== undefined && draft.address !== undefined) {
      setReview({ quote: draft.quote, label: draft.address.label, open: true });
    }
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <ClosedNote terms={terms} />
      <div>
        <AmountInput
          label={t`Amount to withdraw`}
          symbol={currencySymbol(draft.currency)}
          value={draft.typed}
          onChange={draft.setTyped}
          helper={
            refusal === undefined ? <Bounds {...note} /> : <WhyNot {...note} refusal={refusal} />
          }
          refused={refusal !== undefined}
          autoFocus
        />
        <Segmented
          label={t`From account`}
          options={CURRENCY_OPTIONS}
          value={draft.currency}
          onChange={draft.setCurrency}
        />
      </div>
      <AddressBook addresses={addresses} chosenId={draft.address?.id} onChoose={draft.choose} />
      <CostLines
        costs={draft.quote}
        waiting={draft.isWaiting}
        feeBasisPoints={terms.feeBasisPoints}
      />
      {refusal === undefined && <Refused draft={draft} />}
      {draft.address === undefined && !isClosed && (
        <p className="text-small text-ink-3">
          <Trans>You need an address to send to. A new one can be used after 24 hours.</Trans>
        </p>
      )}
      <Button type="submit" kind="primary" block disabled={!canReview}>
        <Trans>Review</Trans>
      </Button>
      {review !== undefined && (
        <ConfirmWithdrawal
          {...review}
          onClose={() => setReview({ ...review, open: false })}
          onDone={onDone}
        />
      )}
    </form>
  );
}
