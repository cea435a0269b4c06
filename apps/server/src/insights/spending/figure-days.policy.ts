const DAY_MS = 86_400_000;

/**
 * The days of the calendar that end with `last` (`2026-11-20`), the oldest first. Dates alone: a
 * day is a day, however long the clocks make it.
 */
export function daysUpTo(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, place) =>
    new Date(end - (count - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
}
