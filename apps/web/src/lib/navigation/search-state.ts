/**
 * Returns a validator that keeps the named search parameters as plain text and drops all others.
 */
export function textSearch<const K extends string>(...names: readonly K[]) {
  return (search: Record<string, unknown>): Partial<Record<K, string>> => {
    const kept: Partial<Record<K, string>> = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === "string" && value !== "") {
        kept[name] = value;
      }
    }
    return kept;
  };
}

/**
 * Returns the search parameters with the changes applied. Parameters set to `undefined` or an empty
 * string are removed.
 */
export function changeSearch<K extends string>(
  search: Partial<Record<K, string>>,
  changes: Readonly<Partial<Record<K, string | undefined>>>,
): Partial<Record<K, string>> {
  const next: Partial<Record<K, string>> = { ...search };
  for (const name of Object.keys(changes) as K[]) {
    const value = changes[name];
    if (value === undefined || value === "") {
      delete next[name];
    } else {
      next[name] = value;
    }
  }
  return next;
}
