import type { Tx } from "../../platform/context.ts";
import { findFeeSchedule } from "./legal.repository.ts";
import { type OpeningFees, openingFeesOf } from "./opening-fees.policy.ts";
import { feesOfSegment, type OwnFees, type SegmentFees } from "./segment-fees.policy.ts";

/** The fees of one published version. Versions never change. */
export interface FeeSchedule {
  readonly version: number;
  readonly effectiveFrom: Date;
  readonly openingFees: OpeningFees;
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
    openingFees: openingFeesOf(row),
    cardDepositBasisPoints: row.card_deposit_basis_points,
    withdrawalBasisPoints: row.withdrawal_basis_points,
  };
}

/** What is charged for a line of cards at a moment: its own fees where they are lower. */
export async function segmentFeesAt(tx: Tx, at: Date, segment: OwnFees): Promise<SegmentFees> {
  return feesOfSegment(await feeScheduleAt(tx, at), segment);
}
