/** How many rows a page has. */
export const PAGE = 500;

/**
 * Reads a list page by page.
 *
 * @param first the position before the first row
 */
export async function* inPages<Row, Position>(
  first: Position,
  read: (after: Position) => Promise<readonly Row[]>,
  positionOf: (row: Row) => Position,
): AsyncGenerator<readonly Row[]> {
  let after = first;
  for (;;) {
    const rows = await read(after);
    if (rows.length > 0) {
      yield rows;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) {
      return;
    }
    after = positionOf(last);
  }
}
