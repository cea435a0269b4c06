/** Days between the request to close an account and its closing, in which it can be cancelled. */
export const CLOSING_COOLING_DAYS = 14;

/** Days before the end of that period on which the reminder is mailed. */
export const CLOSING_REMINDER_DAYS = 2;

/** The most entries that one group of the list before a closing holds; its count is of all. */
export const CLOSING_ENTRIES_MAX = 100;
