interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

/**
 * Loads all pages of a list, for screens that need the complete list.
 *
 * @param load receives the cursor of the page to load; none for the first page
 */
export async function everyRow<T>(
  load: (page: { readonly cursor?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  return (await everyPage(load)).data;
}

/**
 * Loads all pages of a list, as {@link everyRow} does, but keeps the other fields of the first
 * page.
 *
 * @param load receives the cursor of the page to load; none for the first page
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
