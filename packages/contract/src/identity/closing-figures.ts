/**
 * Number of days between the request to close an account and its closure. The customer can cancel
 * during that time.
 */
export const CLOSING_COOLING_DAYS = 14;

/** How many days before the end of the cooling-off period the reminder is emailed. */
export const CLOSING_REMINDER_DAYS = 2;

/**
 * Maximum number of entries listed per group of items that affect an account closure. The group's
 * count includes all entries.
 */
export const CLOSING_ENTRIES_MAX = 100;
