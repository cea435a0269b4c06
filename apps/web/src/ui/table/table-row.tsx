import { Link, type LinkProps } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import { Money } from "../text/money.tsx";
import styles from "./data-table.module.css";
import { type CellValue, isAmount, isTime, type TableColumn } from "./table-columns.ts";
import type { ColumnLook } from "./table-looks.ts";
import { TimeCell } from "./time-cell.tsx";

/** What a row opens: something on this page, or a URL. */
export type RowOpening<R> =
  | { readonly onOpen: (row: R) => void }
  | { readonly linkTo: (row: R) => LinkProps };

interface TableRowProps<R extends { readonly id: string }> {
  readonly row: R;
  readonly columns: readonly TableColumn<R>[];
  readonly looks: readonly ColumnLook[];
  readonly opening: RowOpening<R> | undefined;
  /** Prefix for the ids of the table's cells. */
  readonly tableId: string;
  /** Position in the table, starting at 1; set only if some rows are not in the DOM. */
  readonly rowIndex?: number | undefined;
  readonly measure?: ((element: HTMLTableRowElement | null) => void) | undefined;
}

function shown(value: CellValue): ReactNode {
  if (isTime(value)) {
    return <TimeCell at={value.at} />;
  }
  return isAmount(value) ? <Money amount={value.amount} currency={value.currency} /> : value;
}

interface OpenerProps<R> {
  readonly row: R;
  readonly opening: RowOpening<R>;
  readonly labelledBy: string;
  readonly children: ReactNode;
}

function Opener<R>({ row, opening, labelledBy, children }: OpenerProps<R>) {
  if ("linkTo" in opening) {
    return (
      <Link
        {...opening.linkTo(row)}
        aria-labelledby={labelledBy}
        data-opener
        draggable={false}
        className={styles.opener}
      >
        {children}
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-labelledby={labelledBy}
      data-opener
      onClick={() => opening.onOpen(row)}
      className={styles.opener}
    >
      {children}
    </button>
  );
}

/** Forwards a click anywhere on a row to the row's opener unless text was selected. */
function pressOpener(event: MouseEvent<HTMLTableRowElement>) {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event;
  const onControl = target instanceof Element && target.closest("a, button") !== null;
  if (onControl || window.getSelection()?.isCollapsed === false) {
    return;
  }
  const press = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  currentTarget
    .querySelector("[data-opener]")
    ?.dispatchEvent(new window.MouseEvent("click", press));
}

/** Renders a table row. A click on its title or anywhere else on the row opens it. */
export function TableRow<R extends { readonly id: string }>(props: TableRowProps<R>) {
  const { row, columns, looks, opening, tableId, rowIndex, measure } = props;
  const cellId = (columnId: string) => `${tableId}-${row.id}-${columnId}`;
  const title = columns.filter(({ isTitle }) => isTitle);
  const naming = [...title, ...columns.filter(({ namesRow }) => namesRow)];
  const labelledBy = naming.map(({ id }) => cellId(id)).join(" ");
  return (
    <tr
      ref={measure}
      data-row={row.id}
      data-index={rowIndex === undefined ? undefined : rowIndex - 1}
      aria-rowindex={rowIndex === undefined ? undefined : rowIndex + 1}
      className={opening === undefined ? undefined : styles.opens}
      onClick={opening === undefined ? undefined : pressOpener}
    >
      {columns.map((column, place) => {
        const value = column.value(row);
        const content = column.show === undefined ? shown(value) : column.show(row);
        return (
          <td
            key={column.id}
            id={column.isTitle || column.namesRow ? cellId(column.id) : undefined}
            data-room={column.room}
            data-figure={looks[place]?.isFigure || undefined}
            data-count={typeof value === "number" || undefined}
            data-title={column.isTitle}
            title={typeof value === "string" && value !== "" ? value : undefined}
          >
            {column.isTitle && opening !== undefined ? (
              <Opener row={row} opening={opening} labelledBy={labelledBy}>
                {content}
              </Opener>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
}
