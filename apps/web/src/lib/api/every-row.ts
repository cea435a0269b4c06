interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

/**
 * Loads a list that a screen needs whole, page after page.
 *
 * @param load takes the page's cursor; the first page has none
 */
export async function everyRow<T>(
  load: (page: { readonly cursor?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  return (await everyPage(load)).data;
}

/**
 * Loads a list whole, as {@link everyRow} does, and keeps what its first page says of all rows.
 *
 * @param load takes the page's cursor; the first page has none
 */
export async function everyPage<P extends Page<unknown>>(
  load: (page: { readonly cursor?: string }) => Promise<P>,
): Promise<P> {
  const first = await load({});
  const rows = [...first.data];
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await load({ cursor });
    rows.push(...page.data);
    cursor = page.nextCursor;
  }
  return { ...first, data: rows, nextCursor: null };
}
