import type { SheetData } from "write-excel-file/universal";
import { csvOf } from "./csv.ts";

/** A cell: text, or an amount as in the API (`-1234.50`). */
export type ExportCell = string | { readonly amount: string };

/** A table to export: its name, column headings and rows. */
export interface ExportTable {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ExportCell[])[];
}

/** Number of digits that a spreadsheet keeps exactly. Longer amounts are written as text. */
const EXACT_DIGITS = 15;
const TWO_DECIMALS = "#,##0.00";
/** Excel's limit on the length of sheet names, and the characters it does not allow in them. */
const NAME_MAX = 31;
const NOT_IN_NAMES = /[\\/*?:[\]]/g;

/** Converts an amount to a number. Use it only for amounts with few enough digits to stay exact. */
function spreadsheetNumber(digits: string): number {
  return Number(digits);
}

function isExact(amount: string): boolean {
  return amount.replace(/\D/g, "").length <= EXACT_DIGITS;
}

function xlsxCell(cell: ExportCell): SheetData[number][number] {
  if (typeof cell === "string") {
    return { value: cell, type: String };
  }
  return isExact(cell.amount)
    ? { value: spreadsheetNumber(cell.amount), type: Number, format: TWO_DECIMALS }
    : { value: cell.amount, type: String, align: "right" };
}

/**
 * Writes tables as an Excel workbook, one sheet per table. Amounts are numbers with two decimal
 * places, or text if a number would lose digits. Text is never treated as a formula, whatever its
 * first character.
 */
export async function xlsxOf(tables: readonly ExportTable[]): Promise<Blob> {
  const { default: writeExcelFile } = await import("write-excel-file/universal");
  const sheets = tables.map(({ name, head, rows }) => ({
    sheet: name.replace(NOT_IN_NAMES, " ").slice(0, NAME_MAX),
    stickyRowsCount: 1,
    columns: head.map(() => ({ width: 22 })),
    data: [
      head.map((value) => ({ value, type: String, fontWeight: "bold" as const })),
      ...rows.map((row) => row.map(xlsxCell)),
    ],
  }));
  return writeExcelFile(sheets).toBlob();
}

/** Writes one table as CSV, with exact amounts. */
export function csvOfTable({ head, rows }: ExportTable): Blob {
  const lines = rows.map((row) =>
    row.map((cell) => (typeof cell === "string" ? cell : cell.amount)),
  );
  return new Blob([csvOf([head, ...lines])], { type: "text/csv;charset=utf-8" });
}
