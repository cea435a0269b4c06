import type { CurrencyCode } from "@tessera/money";
import type { Tx } from "../../platform/context.ts";
import { findFeeSchedule } from "./legal.repository.ts";
import { feesOfSegment, type OwnFees } from "./segment-fees.policy.ts";

/** The fees of one published version. Versions never change. */
export interface FeeSchedule {
  readonly version: number;
  readonly effectiveFrom: Date;
  /** Charged in the card's own currency: as many minor units, whichever it is. */
  readonly cardOpeningFeeMinor: bigint;
  /** The currency that the legal pages quote the opening fee in. */
  readonly cardOpeningFeeCurrency: CurrencyCode;
  /** On top of what is added to a card. */
  readonly cardDepositBasisPoints: number;
  readonly withdrawalBasisPoints: number;
}

/**
 * The published fees in force at a moment. Whatever shows or charges a fee asks here; what is about
 * a card asks {@link segmentFeesAt}, for its line may have lower ones.
 */
export async function feeScheduleAt(tx: Tx, at: Date): Promise<FeeSchedule> {
  const row = await findFeeSchedule(tx, at);
  if (row === undefined) {
    throw new Error(`No fee schedule is in force at ${at.toISOString()}`);
  }
  return {
    version: row.version,
    effectiveFrom: row.effective_from,
    cardOpeningFeeMinor: row.card_opening_fee_minor,
    cardOpeningFeeCurrency: row.card_opening_fee_currency,
    cardDepositBasisPoints: row.card_deposit_basis_points,
    withdrawalBasisPoints: row.withdrawal_basis_points,
  };
}

/** What is charged for a line of cards at a moment: its own fees where they are lower. */
export async function segmentFeesAt(tx: Tx, at: Date, segment: OwnFees): Promise<FeeSchedule> {
  return feesOfSegment(await feeScheduleAt(tx, at), segment);
}
