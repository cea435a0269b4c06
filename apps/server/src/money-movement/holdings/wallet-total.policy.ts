import { CURRENCIES, type CurrencyCode, convertForDisplay } from "@tessera/money";

interface Held {
  readonly currency: CurrencyCode;
  readonly postedMinor: bigint;
}

/**
 * Converts amounts in several currencies to one currency and returns their sum, for display. Each
 * currency is summed before it is converted, so that a hundred small balances are rounded at most
 * three times.
 *
 * Money on hold is included, since it belongs to the customer until a merchant captures it.
 *
 * @param rateOf called only for currencies with a balance
 */
export function convertedTotal(
  holdings: readonly Held[],
  target: CurrencyCode,
  rateOf: (from: CurrencyCode, to: CurrencyCode) => bigint,
): bigint {
  let total = 0n;
  for (const currency of CURRENCIES) {
    const sum = holdings
      .filter((holding) => holding.currency === currency)
      .reduce((former, { postedMinor }) => former + postedMinor, 0n);
    if (sum !== 0n) {
      total += convertForDisplay(sum, rateOf(currency, target));
    }
  }
  return total;
}
