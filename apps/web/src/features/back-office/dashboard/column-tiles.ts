interface Bucket {
  readonly approved: number;
  readonly declined: number;
}

/**
 * Returns the number of filled tiles in a column and how many of them are approved payments. If
 * there are both approvals and declines, each gets at least one tile, provided both tiles fit.
 */
export function columnTiles(
  { approved, declined }: Bucket,
  most: number,
  tiles: number,
): { readonly approved: number; readonly all: number } {
  const sum = approved + declined;
  if (sum === 0) {
    return { approved: 0, all: 0 };
  }
  const kinds = (approved > 0 ? 1 : 0) + (declined > 0 ? 1 : 0);
  const all = Math.max(kinds, Math.round((sum * tiles) / most));
  const share = Math.round((approved * all) / sum);
  const least = approved > 0 ? 1 : 0;
  const largest = declined > 0 ? all - 1 : all;
  return { approved: Math.min(largest, Math.max(least, share)), all };
}
