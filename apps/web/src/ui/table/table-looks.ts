import { formatMoney } from "../format-money.ts";
import { type CellValue, isAmount, isFigure, type TableColumn } from "./table-columns.ts";

/** How a column is laid out. */
export interface ColumnLook {
  /** Whether its values end at one edge. */
  readonly isFigure: boolean;
  /** Of CSS; none where the column shares what is left. */
  readonly width: string | undefined;
}

const REM_PER_CHARACTER = 0.6;
const PADDING = "20px";
const LEAST_CHARACTERS = 6;

function shownLength(value: CellValue): number {
  return isAmount(value) ? formatMoney(value.amount, value.currency, "always").length : 0;
}

/** An amount is never cut: its column is as wide as the longest of all rows. */
function amountWidth<R>({ value }: TableColumn<R>, rows: readonly R[]): string {
  const longest = rows.reduce((most, row) => Math.max(most, shownLength(value(row))), 0);
  const rem = Math.max(longest, LEAST_CHARACTERS) * REM_PER_CHARACTER;
  return `calc(${rem.toFixed(1)}rem + ${PADDING})`;
}

/** How each column is laid out for the rows that a table has. */
export function columnLooks<R>(
  columns: readonly TableColumn<R>[],
  rows: readonly R[],
): readonly ColumnLook[] {
  return columns.map((column) => {
    const first = rows.map(column.value).find((value) => value !== null) ?? null;
    if (isAmount(first)) {
      return { isFigure: true, width: amountWidth(column, rows) };
    }
    const { widthRem } = column;
    return {
      isFigure: isFigure(first),
      width: widthRem === undefined ? undefined : `${widthRem}rem`,
    };
  });
}
