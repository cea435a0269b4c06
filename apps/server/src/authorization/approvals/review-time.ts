/**
 * How long a payment waits for its owner's approval before it is permanently declined, in hours.
 */
export const REVIEW_HOURS = 24;
/** How long the merchant has to retry an approved payment, in hours. */
export const RETRY_HOURS = 24;
