import type { CurrencyCode } from "@tessera/money";
import type { OpeningFees } from "./opening-fees.policy.ts";

/** Fees specific to a card product; null where the published fees apply. */
export interface OwnFees {
  readonly currency: CurrencyCode;
  readonly opening_fee_minor: bigint | null;
  readonly deposit_basis_points: number | null;
}

/** The published fees, which a card product may override. */
interface Published {
  readonly version: number;
  readonly openingFees: OpeningFees;
  readonly cardDepositBasisPoints: number;
}

/** The fees that apply to a card product. */
export interface SegmentFees {
  /** The version of the published schedule. */
  readonly version: number;
  /** In minor units of the product's currency. */
  readonly cardOpeningFeeMinor: bigint;
  /** The fee that is added to the amount of a load. */
  readonly cardDepositBasisPoints: number;
}

/**
 * Returns the fees for a card product. The product's own fee applies only if it is lower than the
 * published fee in its currency, so that customers are never charged more than the legal pages
 * state.
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

/** Returns the load fee: the lower of the published fee and the product's own fee. */
export function depositBasisPointsOf(published: number, own: number | null): number {
  return own !== null && own < published ? own : published;
}
