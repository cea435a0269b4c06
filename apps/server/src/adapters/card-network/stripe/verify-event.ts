import Stripe from "stripe";
import { Refusal } from "../../../platform/http/refusal.ts";

/** Older messages are refused: somebody kept them. */
const TOLERANCE_SECONDS = 300;

/**
 * A message of Stripe, once its signature proves that Stripe wrote these very bytes lately.
 *
 * @throws Refusal `signature_invalid`
 */
export function verifyEvent(
  stripe: Stripe,
  secret: string,
  body: Buffer | null,
  signature: unknown,
): Stripe.Event {
  if (body === null || typeof signature !== "string") {
    throw new Refusal("signature_invalid", { internal: "no body or no signature" });
  }
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      // Its own message quotes the body; what is kept is that it was refused.
      throw new Refusal("signature_invalid", { internal: "a signature was refused" });
    }
    throw error;
  }
}
