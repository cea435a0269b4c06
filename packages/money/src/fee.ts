const BASIS_POINTS_PER_WHOLE = 10_000n;

/**
 * Computes a proportional fee in minor units, rounded **up**. Rounding to the nearest unit would
 * make small amounts free, and would make a split payment cheaper than a single one.
 *
 * @param amountMinor amount that the fee is charged on, zero or more
 * @param basisPoints rate in hundredths of a percent (350 is 3.5%), zero or more
 */
export function feeOf(amountMinor: bigint, basisPoints: number): bigint {
  if (amountMinor < 0n || basisPoints < 0 || !Number.isInteger(basisPoints)) {
    throw new RangeError("feeOf requires a non-negative amount and a non-negative whole rate");
  }
  const product = amountMinor * BigInt(basisPoints);
  return (product + BASIS_POINTS_PER_WHOLE - 1n) / BASIS_POINTS_PER_WHOLE;
}
