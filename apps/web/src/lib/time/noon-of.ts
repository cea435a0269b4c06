/** Returns noon on a calendar day in the reader's time zone. */
export function noonOf(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12).toISOString();
}
