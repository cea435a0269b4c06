import { CURRENCIES, type CurrencyCode, convertForDisplay } from "@tessera/money";

interface Spent {
  readonly currency: CurrencyCode;
  readonly spent: bigint;
}

/**
 * Returns the value of one unit of a currency in the target currency, multiplied by the rate scale.
 */
export type RateOf = (from: CurrencyCode) => bigint;

/**
 * Sums amounts in several currencies in one currency. Each currency is summed before it is
 * converted, and is rounded only once.
 */
export function convertedSum(rows: readonly Spent[], rateOf: RateOf): bigint {
  return CURRENCIES.reduce((total, currency) => {
    const sum = rows
      .filter((row) => row.currency === currency)
      .reduce((former, { spent }) => former + spent, 0n);
    return sum === 0n ? total : total + convertForDisplay(sum, rateOf(currency));
  }, 0n);
}
