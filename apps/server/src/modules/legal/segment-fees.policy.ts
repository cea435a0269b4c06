/** Fees of a line of cards' own; null where the published ones are charged. */
export interface OwnFees {
  readonly opening_fee_minor: bigint | null;
  readonly deposit_basis_points: number | null;
}

/** The published fees, as far as a line of cards may have its own. */
interface Published {
  readonly cardOpeningFeeMinor: bigint;
  readonly cardDepositBasisPoints: number;
}

/**
 * What is charged for a line of cards: its own fee where that is lower than the published one. More
 * than what the legal pages state is never charged.
 */
export function feesOfSegment<Fees extends Published>(fees: Fees, own: OwnFees): Fees {
  const { opening_fee_minor: openingMinor } = own;
  const isLower = openingMinor !== null && openingMinor < fees.cardOpeningFeeMinor;
  return {
    ...fees,
    cardOpeningFeeMinor: isLower ? openingMinor : fees.cardOpeningFeeMinor,
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
