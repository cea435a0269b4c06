import { Trans, useLingui } from "@lingui/react/macro";
import type { Quote } from "@tessera/contract/cards/cards.schemas";
import { KeyValue } from "../../../../ui/layout/panel.tsx";
import { Skeleton } from "../../../../ui/list/skeleton.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import type { FundingOperation } from "./funding.queries.ts";
import { FUNDING_TEXTS, formatBasisPoints } from "./funding-texts.ts";

interface QuoteLinesProps {
  readonly operation: FundingOperation;
  /** The quote. While it is undefined, placeholders reserve space for its lines. */
  readonly quote: Quote | undefined;
  /** The fee rate in basis points, shown until there is a quote. */
  readonly feeBasisPoints: number;
  readonly currency: string;
  /** True while a quote is loading. */
  readonly waiting: boolean;
}

/** Shows the quoted cost of a transfer, line by line. */
export function QuoteLines(props: QuoteLinesProps) {
  const { operation, quote, waiting, currency } = props;
  const { t } = useLingui();
  const texts = FUNDING_TEXTS[operation];
  const rate = formatBasisPoints(quote?.feeBasisPoints ?? props.feeBasisPoints);
  const hasFee =
    quote === undefined
      ? operation === "deposit" && props.feeBasisPoints > 0
      : /[1-9]/.test(quote.fee);
  const amount = (value: string | undefined) => {
    if (value === undefined || waiting) {
      return waiting ? <Skeleton className="my-1 h-3.5 w-20" /> : "—";
    }
    return <Money amount={value} currency={currency} />;
  };
  return (
    <dl aria-live="polite" aria-busy={waiting}>
      <KeyValue label={t(texts.amountLine)}>{amount(quote?.amount)}</KeyValue>
      {hasFee && <KeyValue label={<Trans>Fee, {rate}</Trans>}>{amount(quote?.fee)}</KeyValue>}
      <KeyValue label={t(texts.totalLine)} strong ruled>
        {amount(quote?.total)}
      </KeyValue>
    </dl>
  );
}
