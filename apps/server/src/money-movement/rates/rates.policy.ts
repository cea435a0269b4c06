import { type CurrencyCode, RATE_SCALE } from "@tessera/money";

/** Units of each currency per euro, times `RATE_SCALE`. */
export type PerEuro = Readonly<Record<CurrencyCode, bigint>>;

/**
 * Returns the units of `to` per unit of `from`, times `RATE_SCALE`, rounded half up. Returns
 * exactly one unit if the currencies are the same.
 */
export function crossRate(perEuro: PerEuro, from: CurrencyCode, to: CurrencyCode): bigint {
  if (from === to) {
    return RATE_SCALE;
  }
  const divisor = perEuro[from];
  return (perEuro[to] * RATE_SCALE * 2n + divisor) / (divisor * 2n);
}

/**
 * Converts an amount to US cents, rounded up.
 *
 * @param perDollar units of the amount's currency per dollar, times `RATE_SCALE`
 */
export function dollarsOf(amountMinor: bigint, perDollar: bigint): bigint {
  return (amountMinor * RATE_SCALE + perDollar - 1n) / perDollar;
}
