import { CURRENCIES, type CurrencyCode } from "@tessera/money";

interface Amount {
  /** Null where an amount is none of money. */
  readonly currency: CurrencyCode | null;
}

/**
 * Separates amounts by whether they can be shown in one currency: all of them with exchange rates,
 * and without any only those in that currency already.
 *
 * @returns the amounts to include, and the currencies of the others
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
