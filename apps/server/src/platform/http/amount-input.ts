import { type CurrencyCode, parseAmount } from "@tessera/money";
import { Refusal } from "./refusal.ts";

/**
 * Reads the field `amount` of a call into minor units of `currency`.
 *
 * @throws Refusal `invalid_input` naming the field, if it is not a valid amount
 */
export function requireAmount(text: string, currency: CurrencyCode): bigint {
  const amountMinor = parseAmount(text, currency);
  if (amountMinor === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "malformed_amount" }] });
  }
  return amountMinor;
}
