import type { Tx } from "../../../platform/context.ts";
import type { StripeOrdersTables } from "./stripe-orders.tables.ts";

/** A request to Stripe under an idempotency key. */
export interface StripeOrder {
  readonly orderKey: string;
  /** Null until Stripe's response is stored. */
  readonly stripeCardId: string | null;
}

/** Inserts an order unless its key already has one, and returns the stored order. */
export async function keepOrder(tx: Tx, orderKey: string, now: Date): Promise<StripeOrder> {
  const tables = tx.withTables<StripeOrdersTables>();
  await tables
    .insertInto("stripe_order")
    .values({
      order_key: orderKey,
      stripe_card_id: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("order_key").doNothing())
    .execute();
  const row = await tables
    .selectFrom("stripe_order")
    .selectAll()
    .where("order_key", "=", orderKey)
    .executeTakeFirstOrThrow();
  return {
    orderKey: row.order_key,
    stripeCardId: row.stripe_card_id,
  };
}

/** Stores the card that resulted from an order. */
export async function keepOrderedCard(
  tx: Tx,
  orderKey: string,
  stripeCardId: string,
): Promise<void> {
  await tx
    .withTables<StripeOrdersTables>()
    .updateTable("stripe_order")
    .set({ stripe_card_id: stripeCardId })
    .where("order_key", "=", orderKey)
    .execute();
}
