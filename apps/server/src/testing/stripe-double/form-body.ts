/** Parses a form body as Stripe does: `a[b][0][c]=1` becomes `{ a: { b: [{ c: "1" }] } }`. */
export function parseForm(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== "");
    let place = root;
    for (const key of keys.slice(0, -1)) {
      const inner = place[key] ?? {};
      place[key] = inner;
      place = Object(inner);
    }
    place[keys.at(-1) ?? ""] = value;
  }
  return Object(listed(root));
}

/** Converts objects with the keys 0, 1, 2, … to arrays. */
function listed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value);
  const isList = entries.length > 0 && entries.every(([key], place) => key === String(place));
  return isList
    ? entries.map(([, item]) => listed(item))
    : Object.fromEntries(entries.map(([key, item]) => [key, listed(item)]));
}
