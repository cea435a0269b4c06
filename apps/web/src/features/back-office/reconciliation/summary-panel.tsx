import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { ListRowLink } from "../../../ui/list/list-row.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { sourcesQuery } from "./reconciliation.queries.ts";
import { SOURCE_WORDS } from "./reconciliation-words.ts";

/** Shows on the dashboard how many differences of each source are open, and leads to them. */
export function ReconciliationSummary() {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(sourcesQuery);
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>Reconciliation</Trans>
      </h2>
      {data === undefined && isError && (
        <ErrorPanel message={t`Couldn’t load the comparisons`} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <SkeletonRows count={3} />}
      {data?.sources.map(({ source, provider, open, lastRun }) => {
        const count = open.reduce((sum, one) => sum + one.count, 0);
        return (
          <ListRowLink
            key={source}
            to={{ to: "/system/board", search: { tab: source } }}
            title={<span className="text-accent-ink">{t(SOURCE_WORDS[source])}</span>}
            meta={
              provider === null ? (
                <Trans>No provider is configured</Trans>
              ) : (
                lastRun === null && <Trans>Never compared</Trans>
              )
            }
            amount={provider === null ? "–" : <Plural value={count} one="# open" other="# open" />}
            quietAmount={count === 0}
          />
        );
      })}
    </Panel>
  );
}
