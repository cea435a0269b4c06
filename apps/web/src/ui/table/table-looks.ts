import { formatMoney } from "../text/format-money.ts";
import { type CellValue, isAmount, isFigure, type TableColumn } from "./table-columns.ts";

/** Layout of a column. */
export interface ColumnLook {
  /** Whether values are end-aligned. */
  readonly isFigure: boolean;
  /** CSS width; undefined for a column that shares the remaining width. */
  readonly width: string | undefined;
}

const CHARACTER = "0.6rem";
const PADDING = "20px";
const LEAST_CHARACTERS = 6;

function shownLength(value: CellValue): number {
  return isAmount(value) ? formatMoney(value.amount, value.currency, "always").length : 0;
}

/** Returns a width for an amount column that fits its longest value without truncation. */
function amountWidth<R>({ value }: TableColumn<R>, rows: readonly R[]): string {
  const longest = rows.reduce((most, row) => Math.max(most, shownLength(value(row))), 0);
  return `calc(${Math.max(longest, LEAST_CHARACTERS)} * ${CHARACTER} + ${PADDING})`;
}

/** Returns the layout of each column for these rows. */
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
