import type { Decision } from "./decision.policy.ts";

/**
 * Reports whether a payment was a guess at the card's details: it was declined because of a wrong
 * expiry date or CVV. Where another check comes first, such as a freeze, the answer says nothing
 * about the details, and the payment is no guess.
 */
export function isWrongTry({ decision, code }: Pick<Decision, "decision" | "code">): boolean {
  return decision === "decline" && (code === "expiry_mismatch" || code === "cvv_mismatch");
}
