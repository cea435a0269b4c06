const DAY_MS = 86_400_000;

/** Converts a calendar day (`2026-11-20`) to a day number for calculations. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** Converts a day number back to a calendar day. */
export function dayOfNumber(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** Adds a number of days to a calendar day. */
export function addDays(day: string, days: number): string {
  return dayOfNumber(dayNumber(day) + days);
}

/**
 * Returns a day of a month, or the month's last day if the month is shorter. Months are numbered
 * from 0.
 */
export function dayInMonth(year: number, month: number, dayOfMonth: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(dayOfMonth, last)) / DAY_MS;
}
