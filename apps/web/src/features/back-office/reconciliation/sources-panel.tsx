import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type {
  ReconciliationRun,
  SourceStatus,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import { WriteNote } from "../../../ui/decision/write-note.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import styles from "./reconciliation.module.css";
import { useStart } from "./reconciliation.mutations.ts";
import { sourcesQuery } from "./reconciliation.queries.ts";
import { AGE_WORDS, SOURCE_WORDS } from "./reconciliation-words.ts";

function RunText({ run }: { readonly run: ReconciliationRun | null }) {
  if (run === null) {
    return <Trans>Never compared</Trans>;
  }
  switch (run.state) {
    case "waiting":
      return <Trans>Waiting to start</Trans>;
    case "running":
      return <Plural value={run.compared} one="# item compared" other="# items compared" />;
    case "completed":
      return (
        <Trans>
          Compared <DateText at={run.endedAt ?? run.requestedAt} />
        </Trans>
      );
    case "failed":
      return (
        <Trans>
          Couldn’t be compared <DateText at={run.endedAt ?? run.requestedAt} />. Nothing was closed.
        </Trans>
      );
  }
}

function Source({ status }: { readonly status: SourceStatus }) {
  const { t } = useLingui();
  const { source, provider, lastRun, completedAt, open, explained } = status;
  const count = open.reduce((sum, one) => sum + one.count, 0);
  const ages = open.filter((one) => one.count > 0);
  return (
    <li className={styles.source}>
      <span>
        <span className="block font-medium">{t(SOURCE_WORDS[source])}</span>
        <span className="block text-small text-ink-3">
          {provider === null ? <Trans>No provider is configured</Trans> : <RunText run={lastRun} />}
          {lastRun?.state === "failed" && completedAt !== null && (
            <>
              {" "}
              <Trans>
                Last compared <DateText at={completedAt} />.
              </Trans>
            </>
          )}
        </span>
        {ages.length > 0 && (
          <span className="block text-small text-ink-3">
            {ages.map((one) => `${t(AGE_WORDS[one.age])}: ${one.count}`).join(" · ")}
          </span>
        )}
      </span>
      {provider !== null && (
        <span className={styles.counts}>
          <span className="block font-semibold">
            <Plural value={count} one="# open" other="# open" />
          </span>
          {explained > 0 && (
            <span className="block text-small text-ink-3">
              <Trans>{explained} explained</Trans>
            </span>
          )}
        </span>
      )}
    </li>
  );
}

/** Shows what the ledger is compared with, and lets operators compare it now. */
export function SourcesPanel({ canDecide }: { readonly canDecide: boolean }) {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(sourcesQuery);
  const start = useStart();
  const running = data?.sources.some(({ lastRun }) => lastRun?.endedAt === null) === true;
  const isConfigured = data?.sources.some(({ provider }) => provider !== null) === true;
  return (
    <Panel>
      <p className="text-small text-ink-3">
        <Trans>
          Each day, the ledger is compared with bank statements, chains and the card network. A
          difference that is gone closes by itself.
        </Trans>
      </p>
      {data === undefined && isError && (
        <ErrorPanel message={t`Couldn’t load the comparisons`} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <SkeletonRows count={3} />}
      <ul aria-live={running ? "off" : "polite"}>
        {data?.sources.map((status) => (
          <Source key={status.source} status={status} />
        ))}
      </ul>
      {canDecide && isConfigured && (
        <Button
          kind="fill"
          size="md"
          className="mt-3"
          loadingLabel={running || start.sending ? t`Comparing` : undefined}
          onClick={() => start.send(undefined)}
        >
          <Trans>Compare now</Trans>
        </Button>
      )}
      <WriteNote write={start} className="mt-3" />
    </Panel>
  );
}
