import type { FeeScheduleRow } from "../../db/tables/legal.tables.ts";
import type { Db, Tx } from "../../platform/context.ts";
import { findFeeSchedule, findFeeSchedules } from "./fee-schedule.repository.ts";
import { foreignBufferOf, foreignMarkupOf } from "./foreign-markup.policy.ts";
import { type OpeningFees, openingFeesOf } from "./opening-fees.policy.ts";
import { feesOfSegment, type OwnFees, type SegmentFees } from "./segment-fees.policy.ts";

/** The fees in one published version. Published versions never change. */
export interface FeeSchedule {
  readonly version: number;
  readonly effectiveFrom: Date;
  readonly openingFees: OpeningFees;
  /** The fee added to the amount of a load. */
  readonly cardDepositBasisPoints: number;
  readonly withdrawalBasisPoints: number;
  /** The markup on purchases in other currencies that Tessera converts. */
  readonly foreignMarkupBasisPoints: number;
  /** How much more than their price is held for such purchases until they are cleared. */
  readonly foreignBufferBasisPoints: number;
}

/**
 * Reads the published fees in force at a given time. Every fee that is shown or charged comes from
 * here. For a card, use {@link segmentFeesAt}, since its product may have lower fees.
 */
export async function feeScheduleAt(tx: Tx, at: Date): Promise<FeeSchedule> {
  return feeScheduleOf(await findFeeSchedule(tx, at), at);
}

/**
 * Reads the published fees in force at each of several times, in the order requested, in one
 * statement.
 */
export async function feeSchedulesAt(db: Db, times: readonly Date[]): Promise<FeeSchedule[]> {
  const rows = await findFeeSchedules(db, times);
  return times.map((at, index) => feeScheduleOf(rows[index], at));
}

function feeScheduleOf(row: FeeScheduleRow | undefined, at: Date): FeeSchedule {
  if (row === undefined) {
    throw new Error(`No fee schedule is in force at ${at.toISOString()}`);
  }
  return {
    version: row.version,
    effectiveFrom: row.effective_from,
    openingFees: openingFeesOf(row),
    cardDepositBasisPoints: row.card_deposit_basis_points,
    withdrawalBasisPoints: row.withdrawal_basis_points,
    foreignMarkupBasisPoints: foreignMarkupOf(row),
    foreignBufferBasisPoints: foreignBufferOf(row),
  };
}

/**
 * Reads the fees for a card product at a given time. Uses the product's own fees where they are
 * lower.
 */
export async function segmentFeesAt(tx: Tx, at: Date, segment: OwnFees): Promise<SegmentFees> {
  return feesOfSegment(await feeScheduleAt(tx, at), segment);
}
