/**
 * What Tessera promises in figures. The server keeps to them, the console says them, and the legal
 * documents name them; fees are no part of this, for they have a schedule of their own.
 */

/** How long a mailed code works, in seconds. */
export const CODE_LIFETIME_SECONDS = 600;

/** How long a card's number stays on the screen, in seconds. */
export const REVEAL_SECONDS = 60;

/** How often figures of assets are made anew, in seconds. */
export const FIGURES_REFRESH_SECONDS = 300;

/** Bounds of one deposit, in the deposit's asset. */
export const DEPOSIT_BOUNDS = { min: "10.00", max: "100000.00" } as const;

/** What the bounds of a deposit are in. */
export const DEPOSIT_ASSET = "USDT";

/** Fees of so many past months are the most that Tessera is liable for. */
export const LIABILITY_CAP_MONTHS = 12;

/** Days within which a payment or a statement can be disputed. */
export const DISPUTE_DAYS = 60;

/** Days of notice before Tessera ends the agreement. */
export const NOTICE_DAYS = 30;
