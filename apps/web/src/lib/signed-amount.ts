import { type CurrencyCode, formatAmount, parseAmount } from "@tessera/money";

/** Parses an amount that may be negative into minor units; `undefined` if it is not an amount. */
export function signedMinor(amount: string, currency: CurrencyCode): bigint | undefined {
  if (!amount.startsWith("-")) {
    return parseAmount(amount, currency);
  }
  const minor = parseAmount(amount.slice(1), currency);
  return minor === undefined ? undefined : -minor;
}

/** Returns how much `available` falls short of `needed`; `undefined` if there is enough. */
export function shortfall(
  needed: string,
  available: string,
  currency: CurrencyCode,
): string | undefined {
  const [wanted, there] = [signedMinor(needed, currency), signedMinor(available, currency)];
  return wanted === undefined || there === undefined || there >= wanted
    ? undefined
    : formatAmount(wanted - there, currency);
}
