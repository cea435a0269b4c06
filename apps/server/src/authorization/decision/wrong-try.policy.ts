import type { Decision } from "./decision.policy.ts";

/**
 * Returns whether a payment was a guess at card details, that is, whether it was declined for a
 * wrong expiry date or CVV. If another check fails first, such as a freeze, the response reveals
 * nothing about the details, so the payment does not count as a guess.
 */
export function isWrongTry({ decision, code }: Pick<Decision, "decision" | "code">): boolean {
  return decision === "decline" && (code === "expiry_mismatch" || code === "cvv_mismatch");
}
