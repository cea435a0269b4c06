import type { StepLabel } from "@tessera/contract/insights/bills.schemas";
import { lesser } from "@tessera/money";

/** What is to be cleared, and what stands behind it. Minor units. */
export interface ClearingCase {
  readonly askedMinor: bigint;
  /** What may still be cleared as part of the authorisation, its permitted difference included. */
  readonly permittedMinor: bigint;
  /** What is held for it; undefined where nothing is any more, so that it comes late. */
  readonly heldMinor: bigint | undefined;
  /** What the card has beside its holds. */
  readonly availableMinor: bigint;
}

/** How it is taken: as a clearing, and what goes beyond one as a forced posting. */
export interface ClearingSplit {
  readonly clearingMinor: bigint;
  readonly forcedMinor: bigint;
  readonly forcedLabel: StepLabel;
}

/**
 * Splits what a merchant clears (decision 0028). A clearing takes what is held and, within what
 * its category permits, what the card has; it never takes a card below zero. What the programme
 * must pay beyond that is a forced posting. A late clearing has no hold and takes what it may.
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
