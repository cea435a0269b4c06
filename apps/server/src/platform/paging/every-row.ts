/**
 * Yields every row of a list that is read page by page, where each page starts after the last row
 * of the previous page. If the caller leaves a failing row in place, the rows after it are still
 * reached.
 *
 * @param pageSize maximum number of rows that `read` returns. If it returns fewer, the list has
 * ended.
 * @param read returns the rows after a given row, or the first rows
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
