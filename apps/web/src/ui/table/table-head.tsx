import { ArrowDown, ArrowUp } from "lucide-react";
import styles from "./data-table.module.css";
import { nextSort } from "./sort-rows.ts";
import type { TableColumn, TableSort } from "./table-columns.ts";
import type { ColumnLook } from "./table-looks.ts";

interface TableHeadProps<R> {
  readonly columns: readonly TableColumn<R>[];
  readonly looks: readonly ColumnLook[];
  readonly sort: TableSort;
  readonly onSort: (sort: TableSort) => void;
  /** Height of the sticky elements above the heading row, in pixels. */
  readonly stickyTop: number;
}

/** Renders the column headings, which sort the table. */
export function TableHead<R>({ columns, looks, sort, onSort, stickyTop }: TableHeadProps<R>) {
  return (
    <thead>
      <tr>
        {columns.map((column, place) => {
          const direction = sort.columnId === column.id ? sort.direction : undefined;
          const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
          const look = looks[place];
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={direction}
              data-room={column.room}
              data-figure={look?.isFigure || undefined}
              style={{ top: stickyTop, width: look?.width }}
            >
              <button
                type="button"
                className={styles.head}
                onClick={() => onSort(nextSort(column, sort))}
              >
                {column.label}
                {direction !== undefined && (
                  <Arrow aria-hidden="true" size={14} strokeWidth={2} className="flex-none" />
                )}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
