import { CURRENCIES, type CurrencyCode, convertForDisplay } from "@tessera/money";

/**
 * The amount, in US cents, below which a payment counts as small. Stolen cards are typically tested
 * with small payments.
 */
const SMALL_USD_MINOR = 300n;

/** Returns the amount below which a payment counts as small, for each currency, in minor units. */
export function smallAmounts(rateFromUsd: (to: CurrencyCode) => bigint) {
  return CURRENCIES.map((currency) => ({
    currency,
    minor: convertForDisplay(SMALL_USD_MINOR, rateFromUsd(currency)),
  }));
}
