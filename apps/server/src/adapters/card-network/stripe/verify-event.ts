import Stripe from "stripe";
import { Refusal } from "../../../platform/http/refusal.ts";

/** Maximum age in seconds. Older messages are rejected as replays. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies a Stripe message, whose signature proves that Stripe signed these bytes recently.
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
      // The library's error quotes the body, so only the refusal is logged and not the error.
      throw new Refusal("signature_invalid", { internal: "invalid signature" });
    }
    throw error;
  }
}
