import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { feeScheduleQuery } from "../../../lib/fee-schedule.ts";
import { KeyValue, Note, Panel } from "../../../ui/layout/panel.tsx";
import { Skeleton } from "../../../ui/list/skeleton.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { InForce } from "./legal-labels.tsx";

/**
 * Formats basis points as a percentage with at least one decimal: 350 becomes `3.5%`, 100 becomes
 * `1.0%`.
 */
function formatRate(basisPoints: number): string {
  const hundredths = String(basisPoints % 100).padStart(2, "0");
  return `${Math.floor(basisPoints / 100)}.${hundredths.replace(/0$/, "")}%`;
}

/** Shows the fees in force, from the schedule that is used for charges. */
export function FeeTable() {
  const { t } = useLingui();
  const { data, isError } = useQuery(feeScheduleQuery);
  if (isError) {
    return (
      <Note tone="plain">
        <Trans>Couldn’t load the current fees. They’re also shown before every charge.</Trans>
      </Note>
    );
  }
  if (data === undefined) {
    return <Skeleton className="h-32 rounded-panel" />;
  }
  const openings = data.cardOpeningFees.map(
    ({ currency, amount }) =>
      t`${{ amount: formatMoney(amount, currency) }} per ${{ currency }} card`,
  );
  const deposit = formatRate(data.cardDepositBasisPoints);
  const withdrawal = formatRate(data.withdrawalBasisPoints);
  const markup = formatRate(data.foreignMarkupBasisPoints);
  return (
    <Panel className="py-1!">
      <dl>
        <KeyValue label={t`Card opening`}>
          {openings.map((opening) => (
            <span key={opening} className="block">
              {opening}
            </span>
          ))}
        </KeyValue>
        <KeyValue
          label={t`Card deposit`}
        >{t`${{ rate: deposit }} of the amount, added on top`}</KeyValue>
        <KeyValue
          label={t({ message: "Withdrawal", context: "fee" })}
        >{t`${{ rate: withdrawal }} of the amount`}</KeyValue>
        <KeyValue
          label={t`Payment in another currency`}
        >{t`${{ rate: markup }} of the converted amount, if we convert it`}</KeyValue>
      </dl>
      <div className="pb-2.5">
        <InForce version={data.version} from={data.effectiveFrom} />
      </div>
    </Panel>
  );
}
