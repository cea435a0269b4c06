/**
 * Figures that Tessera promises to customers. The server enforces them, the console shows them, and
 * the legal documents state them. Fees have a separate schedule.
 */

/** How long an emailed code is valid, in seconds. */
export const CODE_LIFETIME_SECONDS = 600;

/** How long a card number stays on screen, in seconds. */
export const REVEAL_SECONDS = 60;

/** How often asset balances are recomputed, in seconds. */
export const FIGURES_REFRESH_SECONDS = 300;

/** The minimum and maximum deposit, in the deposit's asset. */
export const DEPOSIT_BOUNDS = { min: "10.00", max: "100000.00" } as const;

/** Number of past months whose fees cap Tessera's liability. */
export const LIABILITY_CAP_MONTHS = 12;

/** How long a payment or a statement can be disputed, in days. */
export const DISPUTE_DAYS = 60;

/** Number of days' notice that Tessera gives before ending the agreement. */
export const NOTICE_DAYS = 30;
