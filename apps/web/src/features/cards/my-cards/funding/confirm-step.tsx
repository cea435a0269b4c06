import { Trans, useLingui } from "@lingui/react/macro";
import type { Card, Quote } from "@tessera/contract/cards/cards.schemas";
import { ArrowDown, Landmark } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { RowIcon } from "../../../../ui/list/list-row.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { Money } from "../../../../ui/text/money.tsx";
import { cardLabel } from "../card-label.ts";
import { FUNDING_TEXTS, formatBasisPoints } from "./funding-texts.ts";
import { QuoteLines } from "./quote-lines.tsx";
import { balanceBefore } from "./shortfall.ts";

interface ConfirmStepProps {
  readonly card: Card;
  readonly quote: Quote;
  /** True while the request is being sent or its outcome is unknown. */
  readonly busy: boolean;
  /** True while a new quote is loading. */
  readonly waiting: boolean;
  /** Explanation of a problem, such as an expired quote. */
  readonly notice: ReactNode;
  /** True if the quote can no longer be redeemed. */
  readonly refused: boolean;
  readonly onConfirm: () => void;
}

interface SideProps {
  readonly lead: ReactNode;
  readonly name: ReactNode;
  readonly before: string;
  readonly after: string;
  readonly currency: string;
}

function Side({ lead, name, before, after, currency }: SideProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-4 py-3.5">
      {lead}
      <div className="min-w-0 flex-1">
        <div className="font-medium">{name}</div>
        <Money amount={before} currency={currency} className="text-small text-ink-3" />
      </div>
      <div className="ml-auto text-right">
        <div className="text-small text-ink-3">
          <Trans>After</Trans>
        </div>
        <Money amount={after} currency={currency} className="font-medium" />
      </div>
    </div>
  );
}

function negated(amount: string): string {
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}

/** Shows the source and destination with their balances. */
function Sides({ card, quote }: { readonly card: Card; readonly quote: Quote }) {
  const locale = useLocale();
  const { currency, operation } = quote;
  const isDeposit = operation === "deposit";
  const account = (
    <Side
      lead={
        <RowIcon>
          <Landmark aria-hidden="true" strokeWidth={1.75} />
        </RowIcon>
      }
      name={<Trans>Account balance</Trans>}
      before={balanceBefore(
        quote.accountBalanceAfter,
        isDeposit ? quote.total : negated(quote.amount),
        currency,
      )}
      after={quote.accountBalanceAfter}
      currency={currency}
    />
  );
  const side = (
    <Side
      lead={<CardThumb cardId={card.id} type={card.type} />}
      name={cardLabel(card, locale)}
      before={balanceBefore(
        quote.cardBalanceAfter,
        isDeposit ? negated(quote.amount) : quote.total,
        currency,
      )}
      after={quote.cardBalanceAfter}
      currency={currency}
    />
  );
  return (
    <div className="hairline rounded-panel bg-page">
      {isDeposit ? account : side}
      <div className="relative">
        <hr className="ml-19 border-line" />
        <ArrowDown
          aria-hidden="true"
          size={16}
          strokeWidth={2}
          className="absolute -top-2 left-8 text-ink-3"
        />
      </div>
      {isDeposit ? side : account}
    </div>
  );
}

/** Asks for confirmation, showing the amount, fee, total and both new balances above the button. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { card, quote, busy, waiting, notice, refused, onConfirm } = props;
  const { t } = useLingui();
  const texts = FUNDING_TEXTS[quote.operation];
  const amount = formatMoney(quote.amount, quote.currency);
  const rate = formatBasisPoints(quote.feeBasisPoints);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  return (
    <div className="animate-[step-in_220ms]">
      <div ref={head} tabIndex={-1} className="pt-1.5 pb-4.5 outline-none">
        <div className="text-small text-ink-3">{t(texts.happening)}</div>
        <div className="text-display" data-fit-room>
          <Money amount={quote.amount} currency={quote.currency} quietCents fit />
        </div>
      </div>
      <Sides card={card} quote={quote} />
      <div className="mt-3">
        <QuoteLines
          operation={quote.operation}
          quote={quote}
          feeBasisPoints={quote.feeBasisPoints}
          currency={quote.currency}
          waiting={waiting}
        />
      </div>
      {quote.operation === "deposit" && quote.feeBasisPoints > 0 && (
        <p className="mt-1 text-small text-ink-3">
          <Trans>The {rate} fee is charged on top, from your account balance.</Trans>
        </p>
      )}
      {notice}
      <Button
        kind="primary"
        block
        className="mt-4"
        disabled={waiting || refused}
        loadingLabel={busy ? t(texts.loading) : undefined}
        onClick={onConfirm}
      >
        {t(texts.confirm(amount))}
      </Button>
    </div>
  );
}
