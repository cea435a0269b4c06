import { formatMoney } from "../text/format-money.ts";
import { type CellValue, isAmount, isFigure, type TableColumn } from "./table-columns.ts";

/** How a column is laid out. */
export interface ColumnLook {
  /** Whether its values end at one edge. */
  readonly isFigure: boolean;
  /** Of CSS; none where the column shares what is left. */
  readonly width: string | undefined;
}

const CHARACTER = "0.6rem";
const PADDING = "20px";
const LEAST_CHARACTERS = 6;

function shownLength(value: CellValue): number {
  return isAmount(value) ? formatMoney(value.amount, value.currency, "always").length : 0;
}

/** An amount is never cut: its column is as wide as the longest of all rows. */
function amountWidth<R>({ value }: TableColumn<R>, rows: readonly R[]): string {
  const longest = rows.reduce((most, row) => Math.max(most, shownLength(value(row))), 0);
  return `calc(${Math.max(longest, LEAST_CHARACTERS)} * ${CHARACTER} + ${PADDING})`;
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
