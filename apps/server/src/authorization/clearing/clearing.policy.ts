import type { StepLabel } from "@tessera/contract/insights/bills.schemas";
import { lesser } from "@tessera/money";

/** The amount to clear, and the funds that cover it. Minor units. */
export interface ClearingCase {
  readonly askedMinor: bigint;
  /** What may still be cleared as part of the authorization, including its permitted difference. */
  readonly permittedMinor: bigint;
  /** The held amount; undefined if the hold has ended, which makes it a late clearing. */
  readonly heldMinor: bigint | undefined;
  /** The card's available balance, in addition to its holds. */
  readonly availableMinor: bigint;
}

/** How an amount is taken: the part that is a clearing, and the excess as a force post. */
export interface ClearingSplit {
  readonly clearingMinor: bigint;
  readonly forcedMinor: bigint;
  readonly forcedLabel: StepLabel;
}

/**
 * Splits a merchant's clearing (decision 0028). The clearing takes the hold and, within what the
 * merchant category permits, the available balance; it never takes a card below zero. What the
 * program must pay beyond that is a force post. A late clearing has no hold and takes what the
 * permitted difference allows.
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
