/**
 * Figures that Tessera promises. The server keeps them, the console states them, and the legal
 * documents name them. Fees have their own schedule.
 */

/** How long an emailed code is valid, in seconds. */
export const CODE_LIFETIME_SECONDS = 600;

/** How long a card number stays on the screen, in seconds. */
export const REVEAL_SECONDS = 60;

/** How often asset figures are recomputed, in seconds. */
export const FIGURES_REFRESH_SECONDS = 300;

/** Bounds of one deposit, in the deposit's asset. */
export const DEPOSIT_BOUNDS = { min: "10.00", max: "100000.00" } as const;

/** The unit of the deposit bounds. */
export const DEPOSIT_ASSET = "USDT";

/** Tessera's liability is limited to the fees of this many past months. */
export const LIABILITY_CAP_MONTHS = 12;

/** Days within which a payment or a statement can be disputed. */
export const DISPUTE_DAYS = 60;

/** Days of notice before Tessera ends the agreement. */
export const NOTICE_DAYS = 30;
