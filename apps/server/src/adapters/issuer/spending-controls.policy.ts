/** A card's limits, in minor units of its currency. */
export interface CardLimits {
  readonly perTransactionMinor: bigint;
  readonly dailyMinor: bigint;
  readonly monthlyMinor: bigint;
}

/** A limit as Stripe keeps it: an integer of minor units a window. */
interface SpendingLimit {
  readonly amount: number;
  readonly interval: "per_authorization" | "daily" | "monthly";
}

/**
 * A card's limits as a second fence at Stripe, behind the decision that Tessera makes itself.
 *
 * Stripe's days and months are those of UTC. A day of UTC overlaps with two of any other zone, and
 * a customer may use up both; there the fence is twice as wide, so that it never stops what
 * Tessera lets pass.
 *
 * @param timeZone the programme's, which its own limits follow
 * @throws RangeError for an amount beyond what an exact integer can be
 */
export function spendingLimits(limits: CardLimits, timeZone: string): SpendingLimit[] {
  const overlaps = timeZone === "UTC" ? 1n : 2n;
  return [
    { amount: exactInteger(limits.perTransactionMinor), interval: "per_authorization" },
    { amount: exactInteger(limits.dailyMinor * overlaps), interval: "daily" },
    { amount: exactInteger(limits.monthlyMinor * overlaps), interval: "monthly" },
  ];
}

function exactInteger(value: bigint): number {
  const integer = Number(value);
  if (!Number.isSafeInteger(integer)) {
    throw new RangeError(`${value} is more than Stripe takes`);
  }
  return integer;
}
