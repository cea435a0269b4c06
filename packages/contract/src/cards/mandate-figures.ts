export const MAX_MANDATE_MERCHANT = 80;
export const MAX_MANDATE_PURPOSE = 300;
/** The number of days within which a mandate ends. */
export const MAX_MANDATE_DAYS = 31;
/** The number of a customer's mandates that may wait for a decision. */
export const MAX_PROPOSED_MANDATES = 20;
