type Fields = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Returns the fields that differ between two states, with their values before and after, for the
 * audit log.
 */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const keys = Object.keys(after).filter((key) => before[key] !== after[key]);
  const pick = (state: Fields) => Object.fromEntries(keys.map((key) => [key, state[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}
