import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** An email about the refused payments of one merchant, for one reason and day. */
export interface Notice {
  readonly cardId: string;
  /** In the program's time zone. */
  readonly day: string;
  readonly merchantKey: string;
  readonly declineCode: string;
  readonly at: Date;
}

/**
 * Inserts a notice.
 *
 * @returns whether it is the first one, also if other transactions insert it at the same time
 */
export async function insertNotice(tx: Tx, notice: Notice): Promise<boolean> {
  const { cardId, day, merchantKey, declineCode, at } = notice;
  const { rows } = await sql`
    insert into keep_alive_notice (card_id, day, merchant_key, decline_code, told_at)
    values (${cardId}, ${day}, ${merchantKey}, ${declineCode}, ${at})
    on conflict do nothing returning card_id`.execute(tx);
  return rows.length > 0;
}

/** Deletes the notices of emails that were sent before a time. */
export async function deleteNotices(tx: Tx, before: Date): Promise<void> {
  await sql`delete from keep_alive_notice where told_at < ${before}`.execute(tx);
}
