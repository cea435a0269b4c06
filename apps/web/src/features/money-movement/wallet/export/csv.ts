/**
 * Pattern of text that spreadsheets read as a formula. Plain numbers may start with a minus sign.
 */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;
const BYTE_ORDER_MARK = "\ufeff";

function cell(value: string): string {
  const safe = FORMULA.test(value.trimStart()) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats rows as CSV that spreadsheets read as UTF-8. No cell can act as a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(cell).join(","));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}
