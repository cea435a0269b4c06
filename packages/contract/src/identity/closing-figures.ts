/** Days between the request to close an account and its closing, in which it can be canceled. */
export const CLOSING_COOLING_DAYS = 14;

/** Days before the end of that period on which the reminder is emailed. */
export const CLOSING_REMINDER_DAYS = 2;

/** Most entries of one group of the list before a closing; its count is of all. */
export const CLOSING_ENTRIES_MAX = 100;
