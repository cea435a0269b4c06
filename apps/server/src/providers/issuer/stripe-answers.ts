import Stripe from "stripe";
import { Refusal } from "../../platform/refusal.ts";

/** Seconds after which Stripe is worth another try. */
const RETRY_SECONDS = 5;

/** @throws Refusal `issuer_unavailable` where Stripe did not answer, or not with what was asked */
export async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isBusy =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      error instanceof Stripe.errors.StripeAPIError;
    throw isBusy
      ? new Refusal("issuer_unavailable", { cause: error, retryAfterSeconds: RETRY_SECONDS })
      : error;
  }
}
