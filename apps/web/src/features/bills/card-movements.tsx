import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { cardTransactionsQuery } from "./bills.queries.ts";
import { MovementRow } from "./movement-row.tsx";

/** Everything that happened on one card, page by page as it is scrolled. */
export function CardMovements({ cardId }: { readonly cardId: string }) {
  const { t } = useLingui();
  const list = useInfiniteQuery(cardTransactionsQuery(cardId));
  if (list.data === undefined) {
    return list.isError ? (
      <ErrorPanel
        message={t`Failed to load billing data`}
        aboutMoney
        onRetry={() => void list.refetch()}
      />
    ) : (
      <SkeletonRows count={5} />
    );
  }
  const movements = list.data.pages.flatMap((page) => page.data);
  if (movements.length === 0) {
    return (
      <EmptyState>
        <Trans>Nothing on this card yet. Its payments will show up here.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <div>
        {movements.map((movement) => (
          <MovementRow key={movement.id} movement={movement} withinCard />
        ))}
      </div>
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  );
}
