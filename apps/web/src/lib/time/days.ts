/** The date range that a list is filtered by, as in the URL: a month, or a first and last day. */
export interface DateRange {
  readonly month: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Parses a month from the URL (`2026-11`) into the year and the zero-based month. */
export function parseMonth(text: string | undefined): [year: number, month: number] | undefined {
  const match = /^([0-9]{4})-(0[1-9]|1[0-2])$/.exec(text ?? "");
  return match === null ? undefined : [Number(match[1]), Number(match[2]) - 1];
}

/**
 * Parses a day from the URL (`2026-11-20`) into the start of that day in the reader's time zone.
 */
export function parseDay(text: string | undefined): Date | undefined {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text ?? "");
  if (match === null) {
    return undefined;
  }
  const [year, month, day] = [Number(match[1]), Number(match[2]) - 1, Number(match[3])];
  const date = new Date(year, month, day);
  const isReal = date.getMonth() === month && date.getDate() === day && year > 1000;
  return isReal ? date : undefined;
}

/**
 * Returns the start and end of a valid range: the start of the first day and the end of the last
 * day (exclusive). A month takes precedence over days.
 */
export function momentsOf(range: Partial<DateRange>): { from?: string; to?: string } {
  const [first, last] = [parseDay(range.from), parseDay(range.to)];
  last?.setDate(last.getDate() + 1);
  const month = parseMonth(range.month);
  return {
    ...(first !== undefined && { from: first.toISOString() }),
    ...(last !== undefined && { to: last.toISOString() }),
    ...(month !== undefined && {
      from: new Date(month[0], month[1], 1).toISOString(),
      to: new Date(month[0], month[1] + 1, 1).toISOString(),
    }),
  };
}

/** Returns the most recent months in URL format, starting with the current month. */
export function latestMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) => {
    const month = new Date(now.getFullYear(), now.getMonth() - back, 1);
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, "0")}`;
  });
}
