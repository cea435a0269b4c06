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
  let page = await load({});
  const rows = [...page.data];
  while (page.nextCursor !== null) {
    page = await load({ cursor: page.nextCursor });
    rows.push(...page.data);
  }
  return rows;
}
