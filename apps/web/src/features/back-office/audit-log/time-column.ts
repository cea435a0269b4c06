import type { TableColumn, TableSort } from "../../../ui/table/table-columns.ts";

/** The server's order of every log. */
export const NEWEST_FIRST: TableSort = { columnId: "time", direction: "descending" };

/** When something in a log happened. */
export function timeColumn<R extends { readonly at: string }>(label: string): TableColumn<R> {
  return {
    id: "time",
    label,
    value: ({ at }) => ({ at }),
    firstDirection: "descending",
    widthRem: 7.5,
    namesRow: true,
  };
}
