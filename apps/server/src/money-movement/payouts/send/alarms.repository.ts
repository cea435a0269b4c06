import type { Tx } from "../../../platform/context.ts";
import type { WithdrawalsTables } from "../withdrawals.tables.ts";

/** The customer and the subject of a “not me” link. */
export interface Alarm {
  readonly customerId: string;
  readonly aboutId: string;
}

export async function insertAlarm(
  tx: Tx,
  alarm: Alarm & { readonly tokenHash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .withTables<WithdrawalsTables>()
    .insertInto("withdrawal_alarm")
    .values({
      token_hash: alarm.tokenHash,
      customer_id: alarm.customerId,
      about_id: alarm.aboutId,
      expires_at: alarm.expiresAt,
      used_at: null,
    })
    .execute();
}

/** Uses up a link, or returns undefined if it is invalid, used or expired. */
export function takeAlarm(tx: Tx, tokenHash: Buffer, now: Date): Promise<Alarm | undefined> {
  return tx
    .withTables<WithdrawalsTables>()
    .updateTable("withdrawal_alarm")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["customer_id as customerId", "about_id as aboutId"])
    .executeTakeFirst();
}
