import { dayKey } from "../text/format-date.ts";

/** A line in a list grouped by day: a day heading, or an entry below it. */
export type DayLineOf<E> =
  | { readonly kind: "head"; readonly key: string; readonly at: string }
  | { readonly kind: "row"; readonly key: string; readonly entry: E; readonly firstOfDay: boolean };

/** Groups entries under day headings, keeping their order. */
export function dayLines<E extends { readonly id: string; readonly at: string }>(
  entries: readonly E[],
): DayLineOf<E>[] {
  const lines: DayLineOf<E>[] = [];
  let day: string | undefined;
  for (const entry of entries) {
    const key = dayKey(new Date(entry.at));
    if (key !== day) {
      lines.push({ kind: "head", key, at: entry.at });
    }
    lines.push({ kind: "row", key: entry.id, entry, firstOfDay: key !== day });
    day = key;
  }
  return lines;
}
