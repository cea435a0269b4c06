import { MAX_AMOUNT_MINOR, RATE_SCALE } from "@tessera/money";

const BASIS_POINTS = 10_000n;

/** How long a quote can be redeemed, in milliseconds. */
export const QUOTE_LIFETIME_MS = 60_000;
/** The minimum on either side: one whole unit, so that rounding never takes more than 1 %. */
export const LEAST_MINOR = 100n;
/** The rates of both currencies, and the spread between the middle and the customer's rate. */
export interface PairTerms {
  /** Units of the sold currency per euro, times `RATE_SCALE`. */
  readonly soldPerEuro: bigint;
  /** Units of the bought currency per euro, times `RATE_SCALE`. */
  readonly boughtPerEuro: bigint;
  readonly spreadBasisPoints: number;
}

/**
 * Returns the customer's rate: units of the bought currency per unit of the sold one, times
 * `RATE_SCALE`. Rounded down once, after the spread, so that two rates of a pair multiplied never
 * exceed one.
 */
export function customerRate({ soldPerEuro, boughtPerEuro, spreadBasisPoints }: PairTerms): bigint {
  const kept = BASIS_POINTS - BigInt(spreadBasisPoints);
  return (boughtPerEuro * RATE_SCALE * kept) / (soldPerEuro * BASIS_POINTS);
}

/** The side of an exchange that the customer fixed. The other side follows from the rate. */
export type FixedSide = "sell" | "buy";

/** What leaves one account and arrives in the other, in minor units of their currencies. */
export interface ExchangedAmounts {
  readonly soldMinor: bigint;
  readonly boughtMinor: bigint;
}

/** Returns what an amount buys, rounded down. */
function boughtFor(soldMinor: bigint, rateScaled: bigint): bigint {
  return (soldMinor * rateScaled) / RATE_SCALE;
}

/** Returns the least amount that buys another one, which is its price rounded up. */
function soldFor(boughtMinor: bigint, rateScaled: bigint): bigint {
  return (boughtMinor * RATE_SCALE + rateScaled - 1n) / rateScaled;
}

/**
 * Returns both amounts of an exchange at the customer's rate, of which the one that the customer
 * did not fix is rounded against the customer. Returns undefined if either is below the minimum or
 * above what an amount can be.
 */
export function exchangedAmounts(
  side: FixedSide,
  amountMinor: bigint,
  rateScaled: bigint,
): ExchangedAmounts | undefined {
  if (rateScaled <= 0n) {
    return undefined;
  }
  const amounts =
    side === "sell"
      ? { soldMinor: amountMinor, boughtMinor: boughtFor(amountMinor, rateScaled) }
      : { soldMinor: soldFor(amountMinor, rateScaled), boughtMinor: amountMinor };
  const isWithin = Object.values(amounts).every(
    (minor) => minor >= LEAST_MINOR && minor <= MAX_AMOUNT_MINOR,
  );
  return isWithin ? amounts : undefined;
}
