// canary: translated-phrase

/**
 * The id of a movement is its idempotency key for
 * ever.
 */
export const KEY = "movement_id";
