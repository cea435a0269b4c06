/**
 * Figures that a card's forecast relies on. The server applies them and the console states them.
 */

/**
 * Number of days, including today, whose expected charges are deducted from what is safe to spend.
 */
export const FORECAST_DAYS = 7;

/**
 * How many days a hold that expired before settlement stays listed, because the merchant may still
 * charge it.
 */
export const LATE_CLEARING_DAYS = 30;

/** How many days back a decline still suggests that the merchant is likely to retry. */
export const RETRY_DAYS = 14;

/** Minimum number of payments to a merchant for its next charge to be forecast. */
export const RECURRING_PAYMENTS_MIN = 3;

/** Maximum number of entries listed per term. The term's amount and count include all entries. */
export const OUTLOOK_ENTRIES_MAX = 50;

/**
 * Shares of a card's payments declined in a month, in basis points, at which its risk score first
 * drops and then drops further. These are the only thresholds (decision 0090): everything that
 * rates a card by its declines uses them.
 */
export const DECLINE_SHARE_BASIS_POINTS = { watch: 1_000, high: 2_500 } as const;

/**
 * Minimum number of payments required to rate a month. With fewer payments, a single decline would
 * weigh too much.
 */
export const DECLINE_SHARE_PAYMENTS_MIN = 10;
