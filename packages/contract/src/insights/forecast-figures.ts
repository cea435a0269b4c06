/**
 * Figures that a card's forecast relies on. The server applies them and the console states them.
 */

/** Charges expected within this many days, including today, are not safe to spend. */
export const FORECAST_DAYS = 7;

/**
 * Number of days for which a hold that expired unsettled is listed, because it may still be
 * charged.
 */
export const LATE_CLEARING_DAYS = 30;

/** Number of past days whose declines suggest that a merchant is likely to retry. */
export const RETRY_DAYS = 14;

/** Number of payments to a merchant before its next charge is forecast. */
export const RECURRING_PAYMENTS_MIN = 3;

/** Maximum number of entries listed per term. The term's amount and count include all entries. */
export const OUTLOOK_ENTRIES_MAX = 50;

/**
 * Shares of a card's payments declined in a month, in basis points, at which its risk score starts
 * to drop and drops further. These are the only thresholds (decision 0090): everything that rates a
 * card by its declines uses them.
 */
export const DECLINE_SHARE_BASIS_POINTS = { watch: 1_000, high: 2_500 } as const;

/**
 * Minimum number of payments for a month to be rated. With fewer payments, a single decline would
 * weigh too much.
 */
export const DECLINE_SHARE_PAYMENTS_MIN = 10;
