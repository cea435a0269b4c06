import { CURRENCIES, type CurrencyCode } from "@tessera/money";

interface Amount {
  /** Null for a value that is not an amount of money. */
  readonly currency: CurrencyCode | null;
}

/**
 * Separates amounts by whether they can be shown in one currency: with exchange rates all can,
 * without any only those already in that currency.
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
