import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import { sql } from "kysely";
import type { CardsTables } from "../../db/tables/cards.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** Sets the merchant for a card that is not locked yet. Null removes the lock. */
export async function updateLock(
  tx: Tx,
  cardId: string,
  lock: { readonly key: string; readonly name: string } | null,
): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .updateTable("card")
    .set({ locked_merchant_key: lock?.key ?? null, locked_merchant_name: lock?.name ?? null })
    .where("id", "=", cardId)
    .where("usage", "=", "merchant_locked")
    .where("locked_merchant_key", lock === null ? "is not" : "is", null)
    .execute();
}

/** Finds the merchant of the payment that locked a card, or returns undefined if no payment did. */
export async function findLockingMerchant(tx: Tx, cardId: string): Promise<Merchant | undefined> {
  const { rows } = await sql<{ merchant: Merchant }>`
    select payment.data -> 'merchant' as merchant
    from ledger.counter lock
    join ledger.movement payment on payment.card_id = lock.subject and payment.kind = 'purchase'
      and payment.parent_id is null
    where lock.subject = ${cardId} and lock.time_window = 'lock' and lock.count > 0
      and exists (
        select from generate_series(1, cardinality(payment.counted), 3) place
        where payment.counted[place] = lock.id)
    order by payment.id desc limit 1`.execute(tx);
  return rows[0]?.merchant;
}
