import { sql } from "kysely";
import type { FeeRow, ProgramTables } from "../../db/tables/program.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** A fee version, with the operator who canceled it. */
export interface FeeRecord extends FeeRow {
  readonly cancelled_by: string | null;
  readonly cancelled_at: Date | null;
}

function records(tx: Tx) {
  return tx
    .withTables<ProgramTables>()
    .selectFrom("fee_schedule")
    .leftJoin("fee_schedule_cancellation as gone", "gone.version", "fee_schedule.version")
    .selectAll("fee_schedule")
    .select(["gone.cancelled_by", "gone.cancelled_at"]);
}

/** Selects every fee version, starting with the last one to take effect. */
export function selectFees(tx: Tx): Promise<FeeRecord[]> {
  return records(tx)
    .orderBy("fee_schedule.effective_from", "desc")
    .orderBy("fee_schedule.version", "desc")
    .execute();
}

export function findFees(tx: Tx, version: number): Promise<FeeRecord | undefined> {
  return records(tx).where("fee_schedule.version", "=", version).executeTakeFirst();
}

export function findFeesByKey(tx: Tx, clientKey: string): Promise<FeeRecord | undefined> {
  return records(tx).where("fee_schedule.client_key", "=", clientKey).executeTakeFirst();
}

/** Serializes the publishing and canceling of fees. */
export async function lockFees(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('fee_schedule', 0))`.execute(tx);
}

export async function nextFeeVersion(tx: Tx): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) + 1 as version from fee_schedule`.execute(tx);
  return rows[0]?.version ?? 1;
}

/** Returns whether another version that has not been canceled takes effect at exactly this time. */
export async function isMomentTaken(tx: Tx, at: Date): Promise<boolean> {
  const other = await records(tx)
    .where("fee_schedule.effective_from", "=", at)
    .where("gone.version", "is", null)
    .executeTakeFirst();
  return other !== undefined;
}

export async function insertFees(tx: Tx, fees: FeeRow): Promise<void> {
  await tx.withTables<ProgramTables>().insertInto("fee_schedule").values(fees).execute();
}

export async function insertCancellation(
  tx: Tx,
  version: number,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .withTables<ProgramTables>()
    .insertInto("fee_schedule_cancellation")
    .values({ version, cancelled_by: by, cancelled_at: at })
    .execute();
}

/**
 * Counts the card and withdrawal quotes that can be redeemed at `now`: quotes created after
 * `madeAfter` (according to their ids) that are neither expired nor used.
 */
export async function countOpenQuotes(tx: Tx, now: Date, madeAfter: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from card_quote q
        where q.id >= ledger.uuid_floor(${madeAfter}) and q.expires_at > ${now}
          and not exists (select from ledger.movement m where m.id = q.id))
      + (select count(*) from withdrawal_quote q
        where q.id >= ledger.uuid_floor(${madeAfter}) and q.expires_at > ${now}
          and not exists (select from withdrawal w where w.id = q.id)))::int as count`.execute(tx);
  return rows[0]?.count ?? 0;
}
