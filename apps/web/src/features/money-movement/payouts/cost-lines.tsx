import { Trans } from "@lingui/react/macro";
import type { Withdrawal } from "@tessera/contract/money-movement/withdrawals.schemas";
import { KeyValue } from "../../../ui/layout/panel.tsx";
import { Skeleton } from "../../../ui/list/skeleton.tsx";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import { Money } from "../../../ui/text/money.tsx";

/** The amounts that quotes and withdrawals share. */
export type Costs = Pick<
  Withdrawal,
  | "amount"
  | "fee"
  | "feeBasisPoints"
  | "networkFee"
  | "total"
  | "currency"
  | "receiveAmount"
  | "asset"
  | "network"
>;

interface CostLinesProps {
  /** The costs. While undefined, placeholders are shown. */
  readonly costs: Costs | undefined;
  readonly waiting?: boolean;
  /** The fee rate to show before there is a quote, in basis points. */
  readonly feeBasisPoints: number;
}

/** Renders a withdrawal's costs and the amount that will arrive, line by line, as quoted. */
export function CostLines({ costs, waiting = false, feeBasisPoints }: CostLinesProps) {
  const rate = formatBasisPoints(costs?.feeBasisPoints ?? feeBasisPoints);
  const place = waiting ? <Skeleton className="my-1 h-3.5 w-20" /> : "—";
  const money = (name: "amount" | "fee" | "networkFee" | "total") =>
    costs === undefined || waiting ? (
      place
    ) : (
      <Money amount={costs[name]} currency={costs.currency} />
    );
  return (
    <dl aria-live="polite" aria-busy={waiting}>
      <KeyValue label={<Trans>Amount</Trans>}>{money("amount")}</KeyValue>
      <KeyValue label={<Trans>Fee, {rate}</Trans>}>{money("fee")}</KeyValue>
      <KeyValue label={<Trans>Network fee</Trans>}>{money("networkFee")}</KeyValue>
      <KeyValue label={<Trans>Total from account</Trans>} strong ruled>
        {money("total")}
      </KeyValue>
      <KeyValue label={<Trans>Arrives</Trans>}>
        {costs === undefined || waiting ? place : `${costs.receiveAmount} ${costs.asset}`}
      </KeyValue>
    </dl>
  );
}
