/**
 * Yields every row of a list that is read page by page, each page beginning after the last row of
 * the one before. If the caller leaves a failing row in place, the rows after it are still reached.
 *
 * @param pageSize maximum number of rows that `read` returns; fewer end the list @param read
 * returns the rows after a row, or the first ones
 */
export async function* everyRow<Row>(
  pageSize: number,
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void> {
  let last: Row | undefined;
  for (;;) {
    const page = await read(last);
    yield* page;
    last = page.at(-1);
    if (page.length < pageSize) {
      return;
    }
  }
}
