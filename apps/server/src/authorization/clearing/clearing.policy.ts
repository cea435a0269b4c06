import type { StepLabel } from "@tessera/contract/insights/bills.schemas";
import { lesser } from "@tessera/money";

/** The amount to clear, and the funds that cover it. In minor units. */
export interface ClearingCase {
  readonly askedMinor: bigint;
  /**
   * The amount that may still be cleared under the authorization, including the permitted excess.
   */
  readonly permittedMinor: bigint;
  /** The amount on hold; undefined if the hold has ended, which makes the clearing late. */
  readonly heldMinor: bigint | undefined;
  /** The card's available balance, excluding amounts on hold. */
  readonly availableMinor: bigint;
}

/** An amount split into a clearing and a force post for the excess. */
export interface ClearingSplit {
  readonly clearingMinor: bigint;
  readonly forcedMinor: bigint;
  readonly forcedLabel: StepLabel;
}

/**
 * Splits a merchant's clearing (decision 0028). The clearing takes the amount on hold and, within
 * what the merchant category permits, some of the available balance. It never takes a card below
 * zero. The program must pay anything beyond that as a force post. A late clearing has no hold and
 * takes up to the permitted amount.
 */
export function splitClearing(one: ClearingCase): ClearingSplit {
  const { askedMinor, permittedMinor, heldMinor, availableMinor } = one;
  const isOver = askedMinor > permittedMinor;
  const withinMinor = isOver ? permittedMinor : askedMinor;
  const clearingMinor =
    heldMinor === undefined ? withinMinor : lesser(withinMinor, heldMinor + availableMinor);
  return {
    clearingMinor,
    forcedMinor: askedMinor - clearingMinor,
    forcedLabel: isOver ? "over_tolerance" : "over_balance",
  };
}
