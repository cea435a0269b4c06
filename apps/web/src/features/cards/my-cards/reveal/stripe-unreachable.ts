/** How long Stripe may take for one step before the reader is told. */
export const STRIPE_PATIENCE_MS = 15_000;

/** Stripe's part did not come, or would not work: asking again may help. */
export class StripeUnreachable extends Error {
  override readonly name = "StripeUnreachable";
}
