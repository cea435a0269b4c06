import {
  type TableColumn,
  type TableSort,
  TIME_WIDTH_REM,
} from "../../../ui/table/table-columns.ts";

/** The server's sort order for every log: newest first. */
export const NEWEST_FIRST: TableSort = { columnId: "time", direction: "descending" };

/** Returns the table column that shows the time of each log entry. */
export function timeColumn<R extends { readonly at: string }>(label: string): TableColumn<R> {
  return {
    id: "time",
    label,
    value: ({ at }) => ({ at }),
    firstDirection: "descending",
    widthRem: TIME_WIDTH_REM,
    namesRow: true,
  };
}
