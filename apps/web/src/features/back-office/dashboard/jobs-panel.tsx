import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Board } from "@tessera/contract/back-office/dashboard.schemas";
import { Check, RotateCw, TriangleAlert } from "lucide-react";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ListRow } from "../../../ui/list/list-row.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { AgeText } from "./age-text.tsx";
import { JOB_WORDS } from "./board-words.ts";

type Job = Board["jobs"][number];

function JobChip({ failed, retrying, lastError }: Job) {
  if (lastError !== undefined) {
    return (
      <Chip tone="negative" icon={TriangleAlert}>
        <Plural value={failed} one="Failed once" other="Failed # times in a row" />
      </Chip>
    );
  }
  if (failed > 0) {
    return (
      <Chip tone="negative" icon={TriangleAlert}>
        <Plural value={failed} one="# failed" other="# failed" />
      </Chip>
    );
  }
  return retrying > 0 ? (
    <Chip tone="caution" icon={RotateCw}>
      <Plural value={retrying} one="# retrying" other="# retrying" />
    </Chip>
  ) : (
    <Chip tone="quiet" icon={Check}>
      <Trans>All good</Trans>
    </Chip>
  );
}

/**
 * Shows the size and age of a job's backlog or, for a failing scheduled job, the error and when it
 * began to fail.
 */
function JobMeta({ job, at }: { readonly job: Job; readonly at: string }) {
  const { waiting, oldestAt, lastError } = job;
  if (oldestAt === null) {
    return null;
  }
  return lastError === undefined ? (
    <Trans>
      {waiting} waiting, the oldest for <AgeText since={oldestAt} at={at} />
    </Trans>
  ) : (
    <Trans>
      Failing for <AgeText since={oldestAt} at={at} />; last error: {lastError}
    </Trans>
  );
}

/** Lists background jobs, failing ones first. */
export function JobsPanel({ jobs, at }: Pick<Board, "jobs" | "at">) {
  const { t } = useLingui();
  const nameOf = (queue: string) => (JOB_WORDS[queue] ? t(JOB_WORDS[queue]) : queue);
  const weight = ({ failed, retrying, waiting }: Job) =>
    failed > 0 ? 3 : retrying > 0 ? 2 : waiting > 0 ? 1 : 0;
  const sorted = jobs.toSorted((a, b) => weight(b) - weight(a) || (a.queue < b.queue ? -1 : 1));
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>Background jobs</Trans>
      </h2>
      {sorted.length === 0 && (
        <p className="py-3 text-ink-2">
          <Trans>No jobs yet.</Trans>
        </p>
      )}
      <div>
        {sorted.map((job) => (
          <ListRow
            key={job.queue}
            title={nameOf(job.queue)}
            meta={<JobMeta job={job} at={at} />}
            status={<JobChip {...job} />}
          />
        ))}
      </div>
    </Panel>
  );
}
