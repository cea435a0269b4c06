import { useLingui } from "@lingui/react/macro";
import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { lazyTable, useTableRoom } from "../../../ui/list/lazy-table.tsx";
import { ListEnd } from "../../../ui/list/list-end.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import type { VirtualLinesProps } from "../../../ui/list/virtual-lines.tsx";
import type { TableSort } from "../../../ui/table/table-columns.ts";
import { type DayItem, dayItems, plainItems } from "./day-items.ts";
import { DayLine } from "./day-line.tsx";
import type { MovementPages } from "./list-pages.ts";
import type { MovementCard } from "./movement-row.tsx";
import { type ListPlace, scrollToRow, useListPlace } from "./use-list-place.ts";

function PlainLines({ items, renderLine, scrollTo, onScrolled }: VirtualLinesProps<DayItem>) {
  useEffect(() => {
    if (scrollTo !== undefined) {
      scrollToRow(scrollTo);
      onScrolled?.();
    }
  }, [scrollTo, onScrolled]);
  return <div>{items.map(renderLine)}</div>;
}

// If the code fails to load, the full list is rendered, which merely scrolls less smoothly.
const VirtualLines = lazy(() =>
  import("../../../ui/list/virtual-lines.tsx").then(
    ({ VirtualLines }) => ({ default: VirtualLines<DayItem> }),
    () => ({ default: PlainLines }),
  ),
);
const MovementTable = lazyTable(
  async () => (await import("./table/movement-table.tsx")).MovementTable,
);
/**
 * Maximum number of rows in a plain list. Longer lists are virtualized: only the visible rows and a
 * few more are rendered.
 */
const PLAIN_ROWS = 100;

interface MovementListProps {
  readonly pages: MovementPages;
  readonly cards: readonly MovementCard[] | undefined;
  /** Opens a movement. If absent, rows are not clickable. */
  readonly onOpen?: ((movement: Movement) => void) | undefined;
  /** Content shown if the list is empty. */
  readonly empty: ReactNode;
  /** Saved scroll position of the list, if it has one. */
  readonly place?: ListPlace | undefined;
  /**
   * True on a card's page, where there are no day headings and each row starts with the purchase.
   */
  readonly withinCard?: boolean | undefined;
  /** True if the list is as wide as the page, so that wide screens show it as a table. */
  readonly isPageWide?: boolean | undefined;
}

/** Renders movements under day headings and loads more pages as the user scrolls. */
export function MovementList(props: MovementListProps) {
  const { pages, cards, onOpen, empty, place, withinCard } = props;
  const { t } = useLingui();
  const failed = t`Failed to load billing data`;
  const movements = (pages.data?.pages ?? []).flatMap((page) => page.data);
  const isLoaded = (id: string) => movements.some((movement) => movement.id === id);
  const asTable = useTableRoom() && props.isPageWide === true;
  const sorting = useState<TableSort>();
  const { restoring, target, onScrolled } = useListPlace(pages, isLoaded, place);
  if (pages.isPending || restoring) {
    return <SkeletonRows count={8} />;
  }
  if (pages.data === undefined) {
    return (
      <div className="pt-4">
        <ErrorPanel aboutMoney message={failed} onRetry={() => void pages.refetch()} />
      </div>
    );
  }
  if (movements.length === 0) {
    return pages.hasNextPage ? <ListEnd pages={pages} failed={failed} /> : empty;
  }
  if (asTable) {
    const place = { scrollTo: target, onScrolled };
    return <MovementTable {...{ movements, pages, cards, onOpen, failed, sorting, ...place }} />;
  }
  const items = withinCard ? plainItems(movements) : dayItems(movements, !pages.hasNextPage);
  const line = (item: DayItem) => (
    <DayLine key={item.key} item={item} cards={cards} onOpen={onOpen} withinCard={withinCard} />
  );
  const lines = { items, renderLine: line, scrollTo: target, onScrolled };
  return (
    <>
      {movements.length > PLAIN_ROWS ? (
        <Suspense fallback={<PlainLines items={items} renderLine={line} />}>
          <VirtualLines {...lines} />
        </Suspense>
      ) : (
        <PlainLines {...lines} />
      )}
      <ListEnd pages={pages} failed={failed} />
    </>
  );
}
