import { safeText } from "@tessera/contract/safe-text";
import { type CellValue, isAmount, isTime, type TableColumn } from "./table-columns.ts";

const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** A table in two formats; a spreadsheet takes the one that it supports best. */
export interface ClipboardTable {
  /** Cells are separated by tabs, and rows by line breaks. */
  readonly text: string;
  readonly html: string;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** Formats a time in the reader's time zone for spreadsheets: `2026-11-24 19:16:38`. */
function localIso(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) {
    return "";
  }
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())];
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits);
  return `${day.join("-")} ${time.join(":")}`;
}

/**
 * Formats a value for a spreadsheet: an amount as a plain decimal, a time as local time, and text
 * as a single line that can never act as a formula.
 */
export function clipboardText(value: CellValue): string {
  if (value === null) {
    return "";
  }
  if (isTime(value)) {
    return localIso(value.at);
  }
  const text = isAmount(value) ? value.amount : String(value);
  return NUMBER.test(text) ? text : safeText(text.replace(/\s+/g, " ").trim());
}

/** Returns a column's heading; the heading of a time column includes the time zone. */
function headText<R>({ label, value }: TableColumn<R>, rows: readonly R[], zone: string): string {
  return rows.some((row) => isTime(value(row))) ? `${label} (${zone})` : label;
}

/**
 * Joins cells with tabs. Quotes a cell that begins with a quotation mark, because it would
 * otherwise swallow the cells after it.
 */
function tabbed(cells: readonly string[]): string {
  return cells
    .map((cell) => (cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join("\t");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function marked(cells: readonly string[], tag: "td" | "th"): string {
  const inside = cells.map(
    (cell) => `<${tag}>${cell.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)}</${tag}>`,
  );
  return `<tr>${inside.join("")}</tr>`;
}

function readersZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Builds a table from rows of cells and, optionally, a heading row. */
export function tableOfCells(
  head: readonly string[] | undefined,
  body: readonly (readonly string[])[],
): ClipboardTable {
  const lines = [...(head === undefined ? [] : [head]), ...body];
  const top = head === undefined ? "" : `<thead>${marked(head, "th")}</thead>`;
  const rows = body.map((cells) => marked(cells, "td")).join("");
  return {
    text: lines.map(tabbed).join("\n"),
    html: `<table>${top}<tbody>${rows}</tbody></table>`,
  };
}

/** Returns the column headings for a spreadsheet. */
export function headCells<R>(
  columns: readonly TableColumn<R>[],
  rows: readonly R[],
  zone = readersZone(),
): readonly string[] {
  return columns.map((column) => clipboardText(headText(column, rows, zone)));
}

/**
 * Returns complete rows with every column, including columns hidden for lack of space.
 *
 * @param zone the reader's time zone, shown in the headings of time columns
 */
export function clipboardTable<R>(
  columns: readonly TableColumn<R>[],
  rows: readonly R[],
  zone = readersZone(),
): ClipboardTable {
  const body = rows.map((row) => columns.map(({ value }) => clipboardText(value(row))));
  return tableOfCells(headCells(columns, rows, zone), body);
}

/**
 * Copies a table to the clipboard as HTML and plain text, or only as plain text in older browsers.
 */
export async function copyTable({ text, html }: ClipboardTable): Promise<void> {
  if (typeof ClipboardItem === "undefined") {
    await navigator.clipboard.writeText(text);
    return;
  }
  const form = (type: string, content: string) => new Blob([content], { type });
  await navigator.clipboard.write([
    new ClipboardItem({
      "text/plain": form("text/plain", text),
      "text/html": form("text/html", html),
    }),
  ]);
}
