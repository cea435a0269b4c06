import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import { MOST_MESSAGES, type OpenMessages } from "../../../platform/telemetry/message-figures.ts";
import type { WithdrawalsTables } from "../withdrawals.tables.ts";

/** A message from the payout provider, as stored in the inbox. */
export interface PayoutEvent {
  readonly id: string;
  readonly payoutId: string;
  /** The SHA-256 of the received bytes. */
  readonly bodyHash: Buffer;
}

/** Inserts a message. Returns false if a message with its id was ever inserted before. */
export async function insertEvent(tx: Tx, event: PayoutEvent, at: Date): Promise<boolean> {
  const result = await tx
    .withTables<WithdrawalsTables>()
    .insertInto("payout_event")
    .values({
      id: event.id,
      payout_id: event.payoutId,
      body_hash: event.bodyHash,
      received_at: at,
      settled_at: null,
    })
    .onConflict((on) => on.column("id").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export function findEvent(tx: Tx, id: string): Promise<PayoutEvent | undefined> {
  return tx
    .withTables<WithdrawalsTables>()
    .selectFrom("payout_event")
    .select(["id", "payout_id as payoutId", "body_hash as bodyHash"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Selects unprocessed messages, oldest first. */
export function selectOpenEvents(tx: Tx, limit: number): Promise<PayoutEvent[]> {
  return tx
    .withTables<WithdrawalsTables>()
    .selectFrom("payout_event")
    .select(["id", "payout_id as payoutId", "body_hash as bodyHash"])
    .where("settled_at", "is", null)
    .orderBy("received_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function settleEvent(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .withTables<WithdrawalsTables>()
    .updateTable("payout_event")
    .set({ settled_at: at })
    .where("id", "=", id)
    .execute();
}

/** Counts the messages that are still unprocessed at `now`. No message is ever dropped. */
export async function countOpenMessages(tx: Tx, now: Date): Promise<OpenMessages> {
  const { rows } = await sql<OpenMessages>`
    select count(*)::int as waiting, 0 as failed,
      extract(epoch from ${now}::timestamptz - min(received_at))::float8 as "oldestSeconds"
    from (
      select received_at from payout_event where settled_at is null
      order by received_at limit ${MOST_MESSAGES}
    ) one`.execute(tx);
  return rows[0] ?? { waiting: 0, failed: 0, oldestSeconds: null };
}
