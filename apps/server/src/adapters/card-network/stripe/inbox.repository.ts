import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import type { AuthorisationAnswer, StripeIssuingTables } from "./stripe-issuing.tables.ts";

/** A message as the inbox keeps it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly objectId: string;
  /** SHA-256 of the bytes as they came. */
  readonly bodyHash: Buffer;
}

export interface InboxEntry extends ReceivedEvent {
  readonly state: "received" | "done" | "failed";
  readonly tries: number;
  readonly answer: AuthorisationAnswer | null;
}

/** Writes a message down; false where it was written before, for ever. */
export async function insertEvent(tx: Tx, event: ReceivedEvent, now: Date): Promise<boolean> {
  const result = await tx
    .withTables<StripeIssuingTables>()
    .insertInto("stripe_event")
    .values({
      id: event.id,
      type: event.type,
      object_id: event.objectId,
      body_hash: event.bodyHash,
      answer: null,
      received_at: now,
      settled_at: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findEvent(tx: Tx, eventId: string): Promise<InboxEntry | undefined> {
  const row = await tx
    .withTables<StripeIssuingTables>()
    .selectFrom("stripe_event")
    .selectAll()
    .where("id", "=", eventId)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      type: row.type,
      objectId: row.object_id,
      bodyHash: row.body_hash,
      state: row.state,
      tries: row.tries,
      answer: row.answer,
    }
  );
}

/** Marks a message as dealt with, with the answer it was given where it asked for one. */
export async function settleEvent(
  tx: Tx,
  eventId: string,
  now: Date,
  answer: AuthorisationAnswer | null = null,
): Promise<void> {
  await tx
    .withTables<StripeIssuingTables>()
    .updateTable("stripe_event")
    .set({ state: "done", settled_at: now, answer })
    .where("id", "=", eventId)
    .execute();
}

/**
 * Counts a try that failed; the message has failed as a whole after `maxTries` of them. A message
 * that another server dealt with in the meantime stays as it is.
 *
 * @returns whether that was the last one
 */
export async function countFailedTry(tx: Tx, eventId: string, maxTries: number): Promise<boolean> {
  const row = await tx
    .withTables<StripeIssuingTables>()
    .updateTable("stripe_event")
    .set({
      tries: sql`tries + 1`,
      state: sql`case when tries + 1 >= ${maxTries} then 'failed' else 'received' end`,
    })
    .where("id", "=", eventId)
    .where("state", "!=", "done")
    .returning("state")
    .executeTakeFirst();
  return row?.state === "failed";
}
