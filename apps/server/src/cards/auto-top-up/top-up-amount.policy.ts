/** The terms of an order that decide how much is added. Amounts are in minor units. */
export interface AmountTerms {
  /** The threshold of an order that waits for a balance; null for another trigger. */
  readonly below_minor: bigint | null;
  readonly amount_kind: "fixed" | "target" | "charge";
  /** The amount or the target; null for what an expected charge lacks. */
  readonly amount_minor: bigint | null;
}

/** The money at the time of a top-up, in minor units. */
export interface MoneyAtHand {
  readonly availableMinor: bigint;
  /** The expected charge; null for another trigger. */
  readonly chargeMinor: bigint | null;
}

/** Returns how much to add, or 0 if the balance suffices by now. */
export function topUpAmount(order: AmountTerms, { availableMinor, chargeMinor }: MoneyAtHand) {
  const isEnough =
    (order.below_minor !== null && availableMinor >= order.below_minor) ||
    (chargeMinor !== null && availableMinor >= chargeMinor);
  if (isEnough) {
    return 0n;
  }
  switch (order.amount_kind) {
    case "fixed":
      return order.amount_minor ?? 0n;
    case "target":
      return lacking(order.amount_minor ?? 0n, availableMinor);
    case "charge":
      return lacking(chargeMinor ?? 0n, availableMinor);
  }
}

function lacking(wantedMinor: bigint, availableMinor: bigint): bigint {
  return wantedMinor > availableMinor ? wantedMinor - availableMinor : 0n;
}
