import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Gavel } from "lucide-react";
import { operatorReviewsQuery } from "../../../features/back-office/cases/operators/operator-reviews.queries.ts";
import { OperatorRow } from "../../../features/back-office/cases/operators/operator-row.tsx";
import { QueueFilters } from "../../../features/back-office/cases/operators/queue-filters.tsx";
import {
  focusRow,
  useCaseKeys,
} from "../../../features/back-office/cases/operators/use-case-keys.ts";
import { cellParam } from "../../../lib/navigation/cell-links.ts";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { SplitView } from "../../../ui/layout/split-view.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { allResponded } from "../../../ui/list/answered-cells.ts";
import { CellsNotice } from "../../../ui/list/cells-notice.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { OpenCase } from "./open-case.tsx";

const KEYS = { j: () => focusRow(1), k: () => focusRow(-1) } as const;

interface QueueProps {
  readonly openId: string | undefined;
  readonly onOpen: (id: string, cell: string | undefined) => void;
}

function Queue({ openId, onOpen }: QueueProps) {
  const { t } = useLingui();
  const search = useSearch({ from: "/system/reviews" });
  const pages = useInfiniteQuery(operatorReviewsQuery(search));
  if (pages.isPending) {
    return <SkeletonRows count={6} />;
  }
  if (pages.data === undefined) {
    return (
      <ErrorPanel message={t`Couldn’t load the queue.`} onRetry={() => void pages.refetch()} />
    );
  }
  const reviews = pages.data.pages.flatMap(({ data }) => data);
  const notice = <CellsNotice answers={pages.data.pages} onRetry={() => void pages.refetch()} />;
  return reviews.length === 0 ? (
    <>
      {notice}
      {allResponded(pages.data.pages) && (
        <EmptyState icon={<Gavel aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>No cases in this queue.</Trans>
        </EmptyState>
      )}
    </>
  ) : (
    <>
      {notice}
      {reviews.map((review) => (
        <OperatorRow
          key={review.id}
          review={review}
          isOpen={review.id === openId}
          onOpen={() => onOpen(review.id, cellParam(review.cell))}
        />
      ))}
      <MoreButton pages={pages} />
    </>
  );
}

function Queues() {
  const { t } = useLingui();
  const search = useSearch({ from: "/system/reviews" });
  const onSearch = useListSearch<keyof typeof search>();
  useCaseKeys(KEYS);
  return (
    <SplitView
      detailLabel={t`Case`}
      detail={
        search.open === undefined ? undefined : <OpenCase key={search.open} id={search.open} />
      }
      list={
        <>
          <TopBar title={<Trans>Review queues</Trans>} />
          <main>
            <QueueFilters search={search} onChange={onSearch} />
            <div className="px-(--gutter) pb-6">
              <Queue openId={search.open} onOpen={(open, cell) => onSearch({ open, cell })} />
            </div>
          </main>
        </>
      }
    />
  );
}

/** Renders the operators' cases, queue by queue. */
export function OperatorReviewsScreen() {
  const { user } = useSession();
  if (user !== null && user.role !== "customer") {
    return <Queues />;
  }
  return (
    <>
      <TopBar title={<Trans>Review queues</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter)">
        <EmptyState icon={<Gavel aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>Only Tessera staff can open this page.</Trans>
        </EmptyState>
      </main>
    </>
  );
}
