import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { ExportPanel } from "./export-panel.tsx";
import { exportPagesQuery } from "./reconciliation.queries.ts";

function ListSkeleton() {
  return (
    <Loading>
      <div className="grid gap-3">
        <Skeleton className="h-32 rounded-panel" />
        <Skeleton className="h-32 rounded-panel" />
      </div>
    </Loading>
  );
}

/** Renders the requested statements, newest first, with the progress of unfinished ones. */
export function ExportList() {
  const { t } = useLingui();
  const pages = useInfiniteQuery(exportPagesQuery);
  if (pages.isPending) {
    return <ListSkeleton />;
  }
  if (pages.data === undefined) {
    return (
      <ErrorPanel message={t`Couldn’t load the statements`} onRetry={() => void pages.refetch()} />
    );
  }
  const jobs = pages.data.pages.flatMap(({ data }) => data);
  if (jobs.length === 0) {
    return (
      <EmptyState icon={<FileDown aria-hidden="true" size={20} strokeWidth={1.75} />}>
        <Trans>No statements yet. Each statement you create stays here for a week.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-3">
        {jobs.map((job) => (
          <ExportPanel key={job.id} job={job} />
        ))}
      </ul>
      <MoreButton pages={pages} />
    </>
  );
}
