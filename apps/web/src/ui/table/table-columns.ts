import type { ReactNode } from "react";

/** A moment, RFC 3339 as the API gives it. */
interface TimeValue {
  readonly at: string;
}

/** A wire amount, such as `-182.40`. */
interface AmountValue {
  readonly amount: string;
  readonly currency: string;
}

/** What a cell holds: what it is sorted by, and what a spreadsheet is given. */
export type CellValue = string | number | TimeValue | AmountValue | null;

/** How wide a table has to be for a column to show; without it, it always shows. */
type ColumnRoom = "small" | "medium" | "large";

export interface TableColumn<R> {
  readonly id: string;
  readonly label: string;
  readonly value: (row: R) => CellValue;
  /** Shown instead of the value. */
  readonly show?: ((row: R) => ReactNode) | undefined;
  /** In rem. Columns without one share what is left; an amount's column is as wide as they are. */
  readonly widthRem?: number | undefined;
  readonly room?: ColumnRoom | undefined;
  /** Whether it is only copied: a spreadsheet has room for it, and the page never does. */
  readonly copyOnly?: boolean | undefined;
  /** The title of a row, which opens it. Exactly one column has it. */
  readonly isTitle?: boolean | undefined;
  /** Whether it is read out after the title when a row is reached by keyboard. */
  readonly namesRow?: boolean | undefined;
  /** The direction that the first press sorts in; `ascending` where none is named. */
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

/** Whether a column's values are figures, which end at one edge. */
export function isFigure(value: CellValue): boolean {
  return typeof value === "number" || isAmount(value);
}
