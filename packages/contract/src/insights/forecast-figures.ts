/** Figures that a card's forecast promises: the server keeps them, the console states them. */

/** Charges expected within this many days, today included, are not safe to spend. */
export const FORECAST_DAYS = 7;

/** A hold that expired unsettled is listed for this many days, as it may be charged late. */
export const LATE_CLEARING_DAYS = 30;

/** Declines of this many past days indicate that a merchant is likely to retry. */
export const RETRY_DAYS = 14;

/** A merchant must have been paid this often before its next charge is forecast. */
export const RECURRING_PAYMENTS_MIN = 3;

/** Most entries of a term; its amount and count are of all. */
export const OUTLOOK_ENTRIES_MAX = 50;

/**
 * From which share of declined payments in a month, in basis points of the card's payments, its
 * risk score drops, and from which share it drops further. These are the only thresholds (decision
 * 0090): everything that rates a card by its declines uses them.
 */
export const DECLINE_SHARE_BASIS_POINTS = { watch: 1_000, high: 2_500 } as const;

/** A month with fewer payments is not rated: one decline would weigh too much. */
export const DECLINE_SHARE_PAYMENTS_MIN = 10;
