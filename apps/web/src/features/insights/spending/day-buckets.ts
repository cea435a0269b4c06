/** Columns that a picture has room for. */
const MAX_COLUMNS = 60;

/** How many days a column stands for, so that there are at most sixty of them. */
export function daysPerColumn(days: number): number {
  if (days <= MAX_COLUMNS) {
    return 1;
  }
  return days <= 3 * MAX_COLUMNS ? 3 : 7;
}

/**
 * The values of days, oldest first, summed by columns of so many days. The newest column is whole,
 * so that the oldest may stand for fewer.
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
