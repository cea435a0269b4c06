import { type CurrencyCode, parseAmount } from "@tessera/money";
import { Refusal } from "./refusal.ts";

/**
 * Parses a call's `amount` field into minor units of `currency`.
 *
 * @throws Refusal `invalid_input` naming the field if the amount is invalid
 */
export function requireAmount(text: string, currency: CurrencyCode): bigint {
  const amountMinor = parseAmount(text, currency);
  if (amountMinor === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "malformed_amount" }] });
  }
  return amountMinor;
}
