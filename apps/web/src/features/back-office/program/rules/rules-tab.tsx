import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Panel } from "../../../../ui/layout/panel.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import openRow from "../../../../ui/list/open-row.module.css";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { RuleRow } from "./rule-row.tsx";
import { rulesQuery } from "./rules.queries.ts";

/** Lists the program's rules, newest first. */
export function RulesTab() {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(rulesQuery());
  if (data === undefined) {
    return isError ? (
      <ErrorPanel message={t`Couldn’t load the rules`} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows count={7} />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState>
        <Trans>The program has no rules yet.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-3 text-small text-ink-3">
        <Trans>
          These rules apply to every customer, before the customer’s own rules. Turning a rule on or
          off, or changing an active one, needs a second administrator. Country codes can’t name the
          occupied regions of Ukraine.
        </Trans>
      </p>
      <Panel className={`py-1! ${openRow.list}`}>
        {data.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </Panel>
    </>
  );
}
