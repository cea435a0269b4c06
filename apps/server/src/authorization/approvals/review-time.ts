/** How long a payment waits for its owner's word before it is declined for good. */
export const REVIEW_HOURS = 24;
/** How long the merchant has for the retry of one that was approved. */
export const RETRY_HOURS = 24;
