/** How long a payment waits for its owner's approval before it is declined for good. */
export const REVIEW_HOURS = 24;
/** How long the merchant has to retry an approved payment. */
export const RETRY_HOURS = 24;
