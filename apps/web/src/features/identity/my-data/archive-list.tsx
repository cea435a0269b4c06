import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { FolderDown } from "lucide-react";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { ArchivePanel } from "./archive-panel.tsx";
import { archivePagesQuery } from "./my-data.queries.ts";

/** Lists the requested archives, newest first. */
export function ArchiveList() {
  const { t } = useLingui();
  const pages = useInfiniteQuery(archivePagesQuery);
  if (pages.isPending) {
    return (
      <Loading>
        <Skeleton className="h-32 rounded-panel" />
      </Loading>
    );
  }
  if (pages.data === undefined) {
    return (
      <ErrorPanel message={t`Couldn’t load your archives`} onRetry={() => void pages.refetch()} />
    );
  }
  const archives = pages.data.pages.flatMap(({ data }) => data);
  if (archives.length === 0) {
    return (
      <EmptyState icon={<FolderDown aria-hidden="true" size={20} strokeWidth={1.75} />}>
        <Trans>No archives yet.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-3">
        {archives.map((archive) => (
          <ArchivePanel key={archive.id} archive={archive} />
        ))}
      </ul>
      <MoreButton pages={pages} />
    </>
  );
}
