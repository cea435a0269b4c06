/** Timeout for each step with Stripe, in milliseconds. */
export const STRIPE_PATIENCE_MS = 15_000;

/** Signals that Stripe.js could not be loaded or did not work. A retry may help. */
export class StripeUnreachable extends Error {
  override readonly name = "StripeUnreachable";
}
