import { type ComponentType, useEffect, useId, useState } from "react";
import { useEveryPage } from "../../lib/api/use-every-page.ts";
import { useLocale } from "../../lib/locale.ts";
import { MoreButton } from "../form/more-button.tsx";
import { STICKY_HEIGHT } from "../layout/sticky-height.ts";
import { type EndingPages, ListEnd } from "../list/list-end.tsx";
import { copySelection } from "./copy-selection.ts";
import styles from "./data-table.module.css";
import { sameSort, sortRows } from "./sort-rows.ts";
import { TableBar } from "./table-bar.tsx";
import { type MeasureRow, TableBody, type TableBodyProps } from "./table-body.tsx";
import { clipboardTable } from "./table-clipboard.ts";
import type { TableColumn, TableSort } from "./table-columns.ts";
import { TableHead } from "./table-head.tsx";
import { columnLooks } from "./table-looks.ts";
import { type RowOpening, TableRow } from "./table-row.tsx";

type AnyRow = { readonly id: string };

/**
 * Maximum number of rows in a plain table. Longer tables are virtualized: only the visible rows and
 * a few extra are in the DOM.
 */
const PLAIN_ROWS = 200;
/** Number of rows at which the code for long tables is preloaded. */
const NEARLY_LONG_ROWS = 100;
/** Height of the heading row, in pixels. */
const HEAD_HEIGHT = 41;

interface DataTableProps<R extends AnyRow> {
  /** The accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly TableColumn<R>[];
  /** The rows, in the order they were loaded. */
  readonly rows: readonly R[];
  /** The sort order in which rows are loaded. */
  readonly loadedOrder: TableSort;
  /**
   * The user's sort order, held by the caller so that it survives filter changes. By default, rows
   * keep their loaded order.
   */
  readonly sorting: readonly [TableSort | undefined, (sort: TableSort) => void];
  readonly pages: EndingPages;
  /** The message shown if the next page fails to load. */
  readonly failed: string;
  readonly opening?: RowOpening<R> | undefined;
  /** Height of the sticky elements above the table, in pixels. */
  readonly stickyTop?: number | undefined;
  readonly scrollTo?: string | undefined;
  readonly onScrolled?: (() => void) | undefined;
}

/**
 * Loads the table body for long tables. Until it has loaded, all rows stay in the DOM and scroll
 * less smoothly.
 */
function useLongBody(isNeeded: boolean): ComponentType<TableBodyProps> {
  const [body, setBody] = useState<{ readonly Loaded: ComponentType<TableBodyProps> }>();
  useEffect(() => {
    if (isNeeded) {
      void import("./virtual-body.tsx").then(
        ({ VirtualBody: Loaded }) => setBody({ Loaded }),
        () => undefined,
      );
    }
  }, [isNeeded]);
  return body?.Loaded ?? TableBody;
}

/** Renders the rows of a table, which may be too long to keep entirely in the DOM. */
function Rows(props: TableBodyProps) {
  const { length } = props.ids;
  const LongBody = useLongBody(length >= NEARLY_LONG_ROWS);
  return length > PLAIN_ROWS ? <LongBody {...props} /> : <TableBody {...props} />;
}

/**
 * Renders a list as a table on wide screens. Its headings sort the loaded rows, and it says whether
 * there are more. Users can copy all rows or a selection into a spreadsheet, with plain amounts.
 */
export function DataTable<R extends AnyRow>(props: DataTableProps<R>) {
  const { rows, loadedOrder, pages, stickyTop = STICKY_HEIGHT } = props;
  const columns = props.columns.filter(({ copyOnly }) => copyOnly !== true);
  const [chosen, onSort] = props.sorting;
  const locale = useLocale();
  const tableId = useId();
  const [wantsAll, setWantsAll] = useState(false);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = pages;
  useEveryPage({
    ...pages,
    hasNextPage: wantsAll && hasNextPage,
    isFetching: isFetchingNextPage,
  });
  const sort = chosen ?? loadedOrder;
  const isSorted = !sameSort(sort, loadedOrder);
  const column = columns.find(({ id }) => id === sort.columnId);
  const shown =
    isSorted && column !== undefined ? sortRows(rows, column, sort.direction, locale) : rows;
  const looks = columnLooks(columns, rows);
  const renderRow = (place: number, measure?: MeasureRow) => {
    const row = shown[place];
    const rowIndex = measure === undefined ? undefined : place + 1;
    const { opening } = props;
    return (
      row && (
        <TableRow key={row.id} {...{ row, columns, looks, opening, tableId, rowIndex, measure }} />
      )
    );
  };
  // New rows are inserted among the sorted rows, so the end of the table would stay in view and
  // keep loading more.
  const endsByHand = isSorted && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  return (
    <div className={styles.place}>
      <TableBar
        count={rows.length}
        isWhole={!hasNextPage}
        isSorted={isSorted}
        isLoadingAll={wantsAll && hasNextPage && (isFetchingNextPage || !isFetchNextPageError)}
        onLoadAll={setWantsAll}
        content={() => clipboardTable(props.columns, shown)}
      />
      <table
        className={styles.table}
        aria-rowcount={hasNextPage ? -1 : rows.length + 1}
        onCopy={(event) => copySelection(event, columns, (id) => rows.find((row) => row.id === id))}
      >
        <caption className="sr-only">{props.caption}</caption>
        <TableHead
          columns={columns}
          looks={looks}
          sort={sort}
          onSort={onSort}
          stickyTop={stickyTop}
        />
        <Rows
          ids={shown.map(({ id }) => id)}
          renderRow={renderRow}
          span={columns.length}
          scrollPadding={stickyTop + HEAD_HEIGHT}
          scrollTo={props.scrollTo}
          onScrolled={props.onScrolled}
        />
      </table>
      {endsByHand ? <MoreButton pages={pages} /> : <ListEnd pages={pages} failed={props.failed} />}
    </div>
  );
}
