/** A card's limits, in minor units of its currency. */
export interface CardLimits {
  readonly perTransactionMinor: bigint;
  readonly dailyMinor: bigint;
  readonly monthlyMinor: bigint;
}

/** A limit in Stripe's format: an integer number of minor units per interval. */
interface SpendingLimit {
  readonly amount: number;
  readonly interval: "per_authorization" | "daily" | "monthly";
}

/**
 * Converts a card's limits to Stripe's spending controls, which are a second line of defense behind
 * Tessera's own decision.
 *
 * Stripe's days and months are in UTC. A UTC day overlaps two days of any other time zone, and a
 * customer may use up the limits of both. For programs in other time zones, the controls are
 * therefore doubled, so that Stripe never declines what Tessera approves.
 *
 * @param timeZone the program's time zone, which its own limits use
 * @throws RangeError for an amount too large to be represented exactly as a number
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
    throw new RangeError(`${value} is more than Stripe accepts`);
  }
  return integer;
}
