import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";

/** One payment or account verification with a wrong expiry date or CVV. */
export interface WrongTry {
  readonly movementId: string;
  readonly cardId: string;
  readonly at: Date;
}

/** Inserts an attempt. Leaves an existing one unchanged. */
export async function insertWrongTry(tx: Tx, { movementId, cardId, at }: WrongTry): Promise<void> {
  await sql`
    insert into card_wrong_try (movement_id, card_id, tried_at)
    values (${movementId}, ${cardId}, ${at}) on conflict do nothing`.execute(tx);
}

/**
 * Counts a card's attempts after a given time. The card must be locked, as for any change to its
 * attempts.
 */
export async function countWrongTries(tx: Tx, cardId: string, after: Date): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select count(*)::int as tries from card_wrong_try
    where card_id = ${cardId} and tried_at > ${after}`.execute(tx);
  return rows[0]?.tries ?? 0;
}

/** Deletes a card's attempts, so that its count starts over. */
export async function deleteWrongTries(tx: Tx, cardId: string): Promise<void> {
  await sql`delete from card_wrong_try where card_id = ${cardId}`.execute(tx);
}

/** Deletes all cards' attempts that are too old to count. */
export async function deleteOldWrongTries(tx: Tx, before: Date): Promise<void> {
  await sql`delete from card_wrong_try where tried_at <= ${before}`.execute(tx);
}
