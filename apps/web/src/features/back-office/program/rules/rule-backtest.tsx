import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type {
  ProgramBacktest,
  ProgramRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { useBacktestRule } from "./rules.mutations.ts";

const DAYS = 30;

function Result({ result }: { readonly result: ProgramBacktest }) {
  const { declined, payments, declinedCustomers, sampledCustomers, customers } = result;
  const amounts = result.declinedAmounts
    .map(({ amount, currency }) => formatMoney(amount, currency))
    .join(" · ");
  return (
    <Note tone={declined === 0 ? "positive" : "caution"} role="status">
      <p>
        <Trans>
          It would have declined {declined} of {payments} payments by {declinedCustomers} of{" "}
          {sampledCustomers} customers.
        </Trans>
      </p>
      {amounts !== "" && <p>{amounts}</p>}
      {sampledCustomers < customers && (
        <p>
          <Trans>
            Based on a sample of the{" "}
            <Plural value={customers} one="# customer" other="# customers" /> who made payments in
            that period.
          </Trans>
        </p>
      )}
    </Note>
  );
}

/** Runs a backtest and shows what the rule would have declined in the last 30 days. */
export function RuleBacktest({ terms }: { readonly terms: ProgramRuleTerms }) {
  const { t } = useLingui();
  const test = useBacktestRule();
  return (
    <div className="grid gap-3">
      <Button
        size="md"
        loadingLabel={test.isPending ? t`Running the backtest` : undefined}
        onClick={() => test.mutate({ terms, days: DAYS })}
      >
        <Trans>Backtest on the last {DAYS} days</Trans>
      </Button>
      {test.data !== undefined && <Result result={test.data} />}
      {test.error !== null && (
        <Note tone="negative" role="alert">
          {messageOf(test.error, t`Unknown error`)}
        </Note>
      )}
    </div>
  );
}
