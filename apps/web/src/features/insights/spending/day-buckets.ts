/** Maximum number of columns that fit in a chart. */
const MAX_COLUMNS = 60;

/** Returns the number of days per column that keeps a chart within sixty columns. */
export function daysPerColumn(days: number): number {
  if (days <= MAX_COLUMNS) {
    return 1;
  }
  return days <= 3 * MAX_COLUMNS ? 3 : 7;
}

/**
 * Sums daily values, oldest first, into columns of several days. The newest column is always full,
 * so the oldest may cover fewer days.
 */
export function columnsOf(values: readonly bigint[]): bigint[] {
  const size = daysPerColumn(values.length);
  const first = values.length % size;
  const columns: bigint[] = [];
  for (let from = first === 0 ? 0 : first - size; from < values.length; from += size) {
    const some = values.slice(Math.max(0, from), from + size);
    columns.push(some.reduce((sum, value) => sum + value, 0n));
  }
  return columns;
}
