import type { FieldCode } from "@tessera/contract/fields";
import { type CurrencyCode, parseAmount } from "@tessera/money";
import { Refusal } from "../../platform/http/refusal.ts";

/** Parses the decimal amount of an input field, in minor units. */
export function amountOf(text: string, currency: CurrencyCode, path: string): bigint {
  const amountMinor = parseAmount(text, currency);
  if (amountMinor === undefined) {
    throw refusedField(path, "malformed_amount");
  }
  return amountMinor;
}

const MAX_OPENING_FEE_MINOR = 1_000_000n;

/** Parses an opening fee, in minor units of the given currency. */
export function openingFeeOf(text: string, currency: CurrencyCode, path: string): bigint {
  const feeMinor = amountOf(text, currency, path);
  if (feeMinor > MAX_OPENING_FEE_MINOR) {
    throw refusedField(path, "out_of_range");
  }
  return feeMinor;
}

export function refusedField(path: string, code: FieldCode): Refusal {
  return new Refusal("invalid_input", { fields: [{ path, code }] });
}
