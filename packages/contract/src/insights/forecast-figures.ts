/** What a card's outlook promises in figures: the server keeps to them, the console says them. */

/** Charges that are expected within so many days, today included, are no longer safe to spend. */
export const FORECAST_DAYS = 7;

/** A hold that ended unsettled is still listed for so many days, as it may be charged late. */
export const LATE_CLEARING_DAYS = 30;

/** Declines of so many past days tell that a merchant is likely to try again. */
export const RETRY_DAYS = 14;

/** A merchant has to have been paid so often before its next charge is expected. */
export const RECURRING_PAYMENTS_MIN = 3;

/** The most entries that a term names; its amount and count are of all. */
export const OUTLOOK_ENTRIES_MAX = 50;

/**
 * From which share of declined payments in a month, in basis points of all payments of the card,
 * its risk figure goes down, and from which share it goes down further. The only thresholds there
 * are (decision 0090): whatever rates a card by its declines reads them here.
 */
export const DECLINE_SHARE_BASIS_POINTS = { watch: 1_000, high: 2_500 } as const;

/** A month with fewer payments than this is not rated: one decline would say too much. */
export const DECLINE_SHARE_PAYMENTS_MIN = 10;
