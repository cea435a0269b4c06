import { RATE_SCALE } from "@tessera/money";

/**
 * How much of a currency customers have sold to the program and bought from it, in minor units.
 * Both only ever increase. The difference is the program's open position.
 */
export interface Turnover {
  readonly soldMinor: bigint;
  readonly boughtMinor: bigint;
}

/** A currency's limit on the open position. */
export interface PositionLimit {
  /** In US cents. */
  readonly dollarsMinor: bigint;
  /** Units of the currency per US dollar, times `RATE_SCALE`. */
  readonly perDollarScaled: bigint;
}

/** Returns a limit in minor units of the currency, rounded down. */
export function limitMinor({ dollarsMinor, perDollarScaled }: PositionLimit): bigint {
  return (dollarsMinor * perDollarScaled) / RATE_SCALE;
}

/**
 * Returns up to how much customers may have sold of a currency in total. An older turnover is safe
 * to use: what was bought since then only makes room, and this ceiling does not count it.
 */
export function mostSold({ boughtMinor }: Turnover, limit: PositionLimit): bigint {
  return boughtMinor + limitMinor(limit);
}

/** Returns up to how much customers may have bought of a currency in total. */
export function mostBought({ soldMinor }: Turnover, limit: PositionLimit): bigint {
  return soldMinor + limitMinor(limit);
}

/** Returns the value of a position, long or short, in US cents, rounded up. */
export function positionDollars(positionMinor: bigint, perDollarScaled: bigint): bigint {
  const size = positionMinor < 0n ? -positionMinor : positionMinor;
  return (size * RATE_SCALE + perDollarScaled - 1n) / perDollarScaled;
}
