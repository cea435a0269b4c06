import { CURRENCIES, type CurrencyCode } from "@tessera/money";

interface Amount {
  /** The currency; null for a value that is not an amount of money. */
  readonly currency: CurrencyCode | null;
}

/**
 * Separates amounts that can be shown in the display currency from those that cannot. With exchange
 * rates, all amounts can be shown. Without them, only those already in that currency can be.
 *
 * @returns the amounts to include, and the currencies of the other amounts
 */
export function separateUnconverted<A extends Amount>(
  amounts: readonly A[],
  target: CurrencyCode,
  hasRates: boolean,
): { readonly included: readonly A[]; readonly unconverted: CurrencyCode[] } {
  const isIncluded = ({ currency }: A) => hasRates || currency === null || currency === target;
  return {
    included: amounts.filter(isIncluded),
    unconverted: CURRENCIES.filter((currency) =>
      amounts.some((one) => one.currency === currency && !isIncluded(one)),
    ),
  };
}
