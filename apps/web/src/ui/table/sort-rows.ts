import {
  type CellValue,
  isAmount,
  isTime,
  type SortDirection,
  type TableColumn,
  type TableSort,
} from "./table-columns.ts";

/** Number of decimal places to scale to, which is more than any currency has. */
const SCALE = 18;

/** Converts a decimal string to a scaled integer without losing digits. */
function scaled(amount: string): bigint | undefined {
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(amount);
  if (match === null) {
    return undefined;
  }
  const digits = BigInt(`${match[2] ?? ""}${(match[3] ?? "").slice(0, SCALE).padEnd(SCALE, "0")}`);
  return match[1] === "-" ? -digits : digits;
}

type Key = string | number | bigint;

/**
 * The key for comparing values within a group. The order of the groups does not depend on the sort
 * direction.
 */
interface SortKey {
  readonly group: string;
  readonly key: Key;
}

/** Returns the sort key; undefined for an empty cell, which comes last in both directions. */
function sortKey(value: CellValue): SortKey | undefined {
  if (isAmount(value)) {
    const key = scaled(value.amount);
    return key === undefined ? undefined : { group: value.currency, key };
  }
  if (isTime(value)) {
    const key = Date.parse(value.at);
    return Number.isNaN(key) ? undefined : { group: "", key };
  }
  return value === null || value === "" ? undefined : { group: "", key: value };
}

function compareKeys(a: Key, b: Key, collator: Intl.Collator): number {
  if (typeof a === "string" && typeof b === "string") {
    return collator.compare(a, b);
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function compare(
  a: SortKey | undefined,
  b: SortKey | undefined,
  sign: 1 | -1,
  collator: Intl.Collator,
): number {
  if (a === undefined || b === undefined) {
    return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
  }
  if (a.group !== b.group) {
    return a.group < b.group ? -1 : 1;
  }
  return sign * compareKeys(a.key, b.key, collator);
}

/**
 * Sorts rows by a column: text by the rules of the reader's language, times chronologically, and
 * amounts exactly and separately for each currency. Equal rows keep their order; empty cells come
 * last.
 */
export function sortRows<R>(
  rows: readonly R[],
  column: Pick<TableColumn<R>, "value">,
  direction: SortDirection,
  locale: string,
): readonly R[] {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  const sign = direction === "ascending" ? 1 : -1;
  return rows
    .map((row) => ({ row, key: sortKey(column.value(row)) }))
    .sort((a, b) => compare(a.key, b.key, sign, collator))
    .map(({ row }) => row);
}

/**
 * Returns the sort order after a click on a column's heading: first the column's default direction,
 * then the reverse.
 */
export function nextSort(
  column: Pick<TableColumn<never>, "id" | "firstDirection">,
  current: TableSort,
): TableSort {
  if (current.columnId !== column.id) {
    return { columnId: column.id, direction: column.firstDirection ?? "ascending" };
  }
  const direction = current.direction === "ascending" ? "descending" : "ascending";
  return { columnId: column.id, direction };
}

export function sameSort(a: TableSort, b: TableSort): boolean {
  return a.columnId === b.columnId && a.direction === b.direction;
}
