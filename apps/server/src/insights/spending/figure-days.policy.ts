const DAY_MS = 86_400_000;

/**
 * Returns the calendar days up to `last`, such as `2026-11-20`, oldest first. Not affected by
 * daylight saving time.
 */
export function daysUpTo(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, place) =>
    new Date(end - (count - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
}
