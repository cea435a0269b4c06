/** The bounds within which rates are trusted. */
export interface RateBounds {
  /** Maximum age of rates that may be used for pricing. */
  readonly maxAgeMs: number;
  /** How far ahead of our clock a source may date its rates. */
  readonly maxAheadMs: number;
  /**
   * Maximum change between two sheets, in basis points. A larger change takes effect only after
   * another sheet confirms it.
   */
  readonly maxJumpBasisPoints: number;
}

/** Rates with the time stated by their source. The values are in a fixed order. */
export interface DatedValues {
  readonly ratedAt: Date;
  readonly values: readonly bigint[];
}

/**
 * Why the rates in a source's last response are not in force: the response is invalid, is dated in
 * the future or before an earlier response, or contains a jump that a later response has yet to
 * confirm.
 */
export type RateFault = "invalid" | "future" | "older" | "jump";

const BASIS_POINTS = 10_000n;

/** Returns whether rates dated `ratedAt` are too old for pricing. */
export function isOutdated(ratedAt: Date, now: Date, maxAgeMs: number): boolean {
  return now.getTime() - ratedAt.getTime() > maxAgeMs;
}

/** Returns the latest time at which a source may date its rates. */
export function latestTime(now: Date, maxAheadMs: number): Date {
  return new Date(now.getTime() + maxAheadMs);
}

/** Returns whether a source dates its rates in the future. */
export function isFromFuture(ratedAt: Date, now: Date, maxAheadMs: number): boolean {
  return ratedAt > latestTime(now, maxAheadMs);
}

/**
 * Returns whether rates are older than the previous rates from the same source, whether in force or
 * held back. If so, either a cache responded or the previous rates had the wrong date, and there is
 * no way to know which rates are correct.
 */
export function isOlder(
  fetched: Pick<DatedValues, "ratedAt">,
  known: {
    readonly last: Pick<DatedValues, "ratedAt"> | undefined;
    readonly heldBack: Pick<DatedValues, "ratedAt"> | undefined;
  },
): boolean {
  return [known.last, known.heldBack].some(
    (earlier) => earlier !== undefined && fetched.ratedAt < earlier.ratedAt,
  );
}

/** Returns whether any value changed by more than the bound, up or down. */
export function jumps(
  from: readonly bigint[],
  to: readonly bigint[],
  maxJumpBasisPoints: number,
): boolean {
  return from.some((before, index) => {
    const after = to[index] ?? 0n;
    const change = after > before ? after - before : before - after;
    return change * BASIS_POINTS > before * BigInt(maxJumpBasisPoints);
  });
}

/**
 * Returns whether fetched rates take effect. A jump takes effect only when a later sheet confirms
 * the sheet that was held back, so that a single wrong figure is never used for pricing.
 */
export function comesIntoForce(
  fetched: DatedValues,
  known: { readonly last: DatedValues | undefined; readonly heldBack: DatedValues | undefined },
  { maxJumpBasisPoints }: Pick<RateBounds, "maxJumpBasisPoints">,
): boolean {
  const { last, heldBack } = known;
  if (last === undefined || !jumps(last.values, fetched.values, maxJumpBasisPoints)) {
    return true;
  }
  return (
    heldBack !== undefined &&
    fetched.ratedAt > heldBack.ratedAt &&
    !jumps(heldBack.values, fetched.values, maxJumpBasisPoints)
  );
}

/** Returns whether the price of USDT deviates from one dollar by more than the bound allows. */
export function isDepegged(
  dollarsScaled: bigint,
  oneDollar: bigint,
  depegBasisPoints: number,
): boolean {
  return jumps([oneDollar], [dollarsScaled], depegBasisPoints);
}

/**
 * Moves a rate against the customer by the spread.
 *
 * @param side `deposit` credits fewer units per USDT, and `withdrawal` takes more
 */
export function withSpread(
  rateScaled: bigint,
  spreadBasisPoints: number,
  side: "deposit" | "withdrawal",
): bigint {
  const spread = BigInt(spreadBasisPoints);
  if (side === "deposit") {
    return (rateScaled * (BASIS_POINTS - spread)) / BASIS_POINTS;
  }
  return (rateScaled * (BASIS_POINTS + spread) + BASIS_POINTS - 1n) / BASIS_POINTS;
}
