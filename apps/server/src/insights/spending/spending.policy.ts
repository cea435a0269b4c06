import { CURRENCIES, type CurrencyCode, convertForDisplay } from "@tessera/money";

interface Spent {
  readonly currency: CurrencyCode;
  readonly spent: bigint;
}

/** Returns how many units of the target currency one unit is, times the rate scale. */
export type RateOf = (from: CurrencyCode) => bigint;

/**
 * Sums amounts of several currencies in one; each currency is summed before it is converted, and
 * rounded once.
 */
export function convertedSum(rows: readonly Spent[], rateOf: RateOf): bigint {
  return CURRENCIES.reduce((total, currency) => {
    const sum = rows
      .filter((row) => row.currency === currency)
      .reduce((former, { spent }) => former + spent, 0n);
    return sum === 0n ? total : total + convertForDisplay(sum, rateOf(currency));
  }, 0n);
}
