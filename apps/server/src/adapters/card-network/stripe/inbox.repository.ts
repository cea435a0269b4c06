import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import { MOST_MESSAGES, type OpenMessages } from "../../../platform/telemetry/message-figures.ts";
import type { AuthorizationAnswer, StripeIssuingTables } from "./stripe-issuing.tables.ts";

/** A message as stored in the inbox. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly objectId: string;
  /** The SHA-256 of the bytes as received. */
  readonly bodyHash: Buffer;
}

export interface InboxEntry extends ReceivedEvent {
  readonly state: "received" | "done" | "failed";
  readonly tries: number;
  readonly answer: AuthorizationAnswer | null;
}

/** Inserts a message. Returns false if its id was inserted before. */
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

/** Returns whether a request about an authorization was received since then and has no answer. */
export async function isUndecided(tx: Tx, authorizationId: string, since: Date): Promise<boolean> {
  // As in the definition of the index on open messages.
  const { rows } = await sql`
    select from stripe_event where state <> 'done' and received_at > ${since}
      and object_id = ${authorizationId} and type = 'issuing_authorization.request'
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Marks a message as done, and stores the response if it required one. */
export async function settleEvent(
  tx: Tx,
  eventId: string,
  now: Date,
  answer: AuthorizationAnswer | null = null,
): Promise<void> {
  await tx
    .withTables<StripeIssuingTables>()
    .updateTable("stripe_event")
    .set({ state: "done", settled_at: now, answer })
    .where("id", "=", eventId)
    .execute();
}

/**
 * Counts a failed attempt. After `maxTries` attempts, marks the message as permanently failed. A
 * message that another server has completed is left unchanged.
 *
 * @returns whether this was the last attempt
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

/**
 * Counts the messages that are still unprocessed at `now`, and those that have failed permanently.
 */
export async function countOpenMessages(tx: Tx, now: Date): Promise<OpenMessages> {
  const { rows } = await sql<OpenMessages>`
    select (count(*) filter (where state = 'received'))::int as waiting,
      (count(*) filter (where state = 'failed'))::int as failed,
      extract(epoch from ${now}::timestamptz - min(received_at) filter (where state = 'received'))
        ::float8 as "oldestSeconds"
    from (
      select state, received_at from stripe_event where state <> 'done'
      order by received_at limit ${MOST_MESSAGES}
    ) one`.execute(tx);
  return rows[0] ?? { waiting: 0, failed: 0, oldestSeconds: null };
}
