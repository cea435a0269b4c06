/**
 * What a card may draw on its customer's account, as its owner has set it, and what the account
 * has. Amounts are in minor units of the card's currency.
 */
export interface DrawState {
  /** The most that may leave the account in a day, fees included. */
  readonly ceilingMinor: bigint;
  /** What was drawn today, fees included. */
  readonly usedMinor: bigint;
  /** What is available on the account. */
  readonly accountMinor: bigint;
  /** Whether the account is stopped, on a security hold, or about to be closed. */
  readonly isStopped: boolean;
  /** The fee in force: as for loading the card. */
  readonly feeBasisPoints: number;
  /** The fee that the owner has agreed to. */
  readonly agreedFeeBasisPoints: number;
  /** The only merchants that may be paid from the account; null for every merchant. */
  readonly merchants: readonly string[] | null;
}

/** What a payment takes from the account, in minor units. */
export interface Draw {
  /** What the card's balance lacks. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly feeBasisPoints: number;
}
