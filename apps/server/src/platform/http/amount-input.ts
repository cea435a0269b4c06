import { type CurrencyCode, parseAmount } from "@tessera/money";
import { Refusal } from "./refusal.ts";

/**
 * Parses a call's amount into minor units of `currency`.
 *
 * @param path the field that contains it
 * @throws Refusal `invalid_input` naming the field if the amount is invalid
 */
export function requireAmount(text: string, currency: CurrencyCode, path = "amount"): bigint {
  const amountMinor = parseAmount(text, currency);
  if (amountMinor === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path, code: "malformed_amount" }] });
  }
  return amountMinor;
}
