/**
 * A ceiling for what a card draws in a day, with the merchants that it is for. Amounts are in minor
 * units of the card's currency, fees included.
 */
export interface DrawCeiling {
  readonly ceilingMinor: bigint;
  /** What was drawn under it today. */
  readonly usedMinor: bigint;
  /** The fee that the owner has agreed to. */
  readonly agreedFeeBasisPoints: number;
  /** The only merchants that may be paid from the account; null for every merchant. */
  readonly merchants: readonly string[] | null;
}

/**
 * What a card may draw on its customer's account, as its owner has set it, and what the account
 * has. Amounts are in minor units of the card's currency.
 */
export interface DrawState {
  /** What is available on the account. */
  readonly accountMinor: bigint;
  /** Whether the account is stopped, on a security hold, or about to be closed. */
  readonly isStopped: boolean;
  /** The fee in force: as for loading the card. */
  readonly feeBasisPoints: number;
  /** The ceiling that the owner has set; null if only the merchants below draw. */
  readonly general: DrawCeiling | null;
  /** The ceiling of the merchants to keep paid, in addition to the general one; null for none. */
  readonly keepAlive: DrawCeiling | null;
}

/** What a payment takes from the account, in minor units. */
export interface Draw {
  /** What the card's balance lacks. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly feeBasisPoints: number;
  /** How much of both counts toward the ceiling of the merchants to keep paid. */
  readonly keepAliveMinor: bigint;
}
