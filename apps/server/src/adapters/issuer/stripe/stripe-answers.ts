import Stripe from "stripe";
import { Refusal } from "../../../platform/http/refusal.ts";

/** Number of seconds after which a failed call to Stripe can be retried. */
const RETRY_SECONDS = 5;

/**
 * Calls Stripe. The HTTP statuses of Stripe's errors must not reach the caller, since a rejected
 * API key must not look like an expired session.
 *
 * @throws Refusal `issuer_unavailable` if Stripe did not respond or its response was not as
 * expected
 * @throws StripeInvalidRequestError for a rejected parameter, which the caller turns into a refusal
 */
export async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isOther =
      error instanceof Stripe.errors.StripeError &&
      !(error instanceof Stripe.errors.StripeInvalidRequestError);
    throw isOther ? issuerUnavailable({ internal: error.message, cause: error }) : error;
  }
}

/** Returns the refusal to use while Stripe is unavailable. */
export function issuerUnavailable(why: { readonly internal?: string; readonly cause?: unknown }) {
  return new Refusal("issuer_unavailable", { ...why, retryAfterSeconds: RETRY_SECONDS });
}
