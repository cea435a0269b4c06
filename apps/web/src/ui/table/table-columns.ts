import type { ReactNode } from "react";

/** An RFC 3339 time, as in the API. */
interface TimeValue {
  readonly at: string;
}

/** A decimal amount, such as `-182.40`. */
interface AmountValue {
  readonly amount: string;
  readonly currency: string;
}

/** Width in rem of a column of times: a day with its year, in every language. */
export const TIME_WIDTH_REM = 8.75;

/** A cell's value, used for sorting and for spreadsheets. */
export type CellValue = string | number | TimeValue | AmountValue | null;

/** Minimum table width required to show a column. If absent, the column is always shown. */
type ColumnRoom = "small" | "medium" | "large";

export interface TableColumn<R> {
  readonly id: string;
  readonly label: string;
  readonly value: (row: R) => CellValue;
  /** Renders the cell. If absent, the cell shows its plain value. */
  readonly show?: ((row: R) => ReactNode) | undefined;
  /**
   * Column width in rem. Columns without a width share the remaining space; amount columns are as
   * wide as needed.
   */
  readonly widthRem?: number | undefined;
  readonly room?: ColumnRoom | undefined;
  /**
   * Whether the column is copied but never shown: spreadsheets have room for it, but the page does
   * not.
   */
  readonly copyOnly?: boolean | undefined;
  /**
   * Whether this column holds the row's title, which opens the row. Exactly one column sets this.
   */
  readonly isTitle?: boolean | undefined;
  /** Whether screen readers read this column after the title when a row is focused. */
  readonly namesRow?: boolean | undefined;
  /** The sort direction on the first click; `ascending` by default. */
  readonly firstDirection?: SortDirection | undefined;
}

export type SortDirection = "ascending" | "descending";

export interface TableSort {
  readonly columnId: string;
  readonly direction: SortDirection;
}

export function isTime(value: CellValue): value is TimeValue {
  return typeof value === "object" && value !== null && "at" in value;
}

export function isAmount(value: CellValue): value is AmountValue {
  return typeof value === "object" && value !== null && "amount" in value;
}

/** Returns whether a value is a number or an amount, and therefore end-aligned. */
export function isFigure(value: CellValue): boolean {
  return typeof value === "number" || isAmount(value);
}
