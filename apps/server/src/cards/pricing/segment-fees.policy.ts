import type { CurrencyCode } from "@tessera/money";
import type { OpeningFees } from "./opening-fees.policy.ts";

/** Fees of a line of cards' own; null where the published ones are charged. */
export interface OwnFees {
  readonly currency: CurrencyCode;
  readonly opening_fee_minor: bigint | null;
  readonly deposit_basis_points: number | null;
}

/** The published fees, as far as a line of cards may have its own. */
interface Published {
  readonly version: number;
  readonly openingFees: OpeningFees;
  readonly cardDepositBasisPoints: number;
}

/** What is charged for a line of cards. */
export interface SegmentFees {
  /** The version of the published schedule. */
  readonly version: number;
  /** Minor units of the line's currency. */
  readonly cardOpeningFeeMinor: bigint;
  /** On top of what is added to a card. */
  readonly cardDepositBasisPoints: number;
}

/**
 * What is charged for a line of cards: its own fee where that is lower than the published one of
 * its currency. More than what the legal pages state is never charged.
 */
export function feesOfSegment(fees: Published, own: OwnFees): SegmentFees {
  const { opening_fee_minor: openingMinor } = own;
  const publishedMinor = fees.openingFees[own.currency];
  const isLower = openingMinor !== null && openingMinor < publishedMinor;
  return {
    version: fees.version,
    cardOpeningFeeMinor: isLower ? openingMinor : publishedMinor,
    cardDepositBasisPoints: depositBasisPointsOf(
      fees.cardDepositBasisPoints,
      own.deposit_basis_points,
    ),
  };
}

/** What is charged on top of what is added to a card: the lower of the two. */
export function depositBasisPointsOf(published: number, own: number | null): number {
  return own !== null && own < published ? own : published;
}
