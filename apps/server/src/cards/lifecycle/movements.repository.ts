import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type MovementTables = {
  "ledger.movement_view": Pick<
    Table<
      "ledger.movement_view",
      { id: string; customer_id: string; event_at: Date; kind: string }
    >,
    "id" | "customer_id" | "card_id" | "parent_id" | "event_at" | "kind" | "client_key"
  >;
};

/** Returns whether a customer's key was ever used to close this card. */
export async function isCardClosedBy(
  tx: Tx,
  customerId: string,
  cardId: string,
  clientKey: string,
): Promise<boolean> {
  const row = await tx
    .withTables<MovementTables>()
    .selectFrom("ledger.movement_view")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("client_key", "=", clientKey)
    .where("card_id", "=", cardId)
    .where("kind", "=", "card_close")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Finds a card's newest movement, excluding steps. Every card has at least one from the time it is
 * opened.
 */
export async function findLatestMovement(tx: Tx, cardId: string): Promise<string | null> {
  const row = await tx
    .withTables<MovementTables>()
    .selectFrom("ledger.movement_view")
    .select("id")
    .where("card_id", "=", cardId)
    .where("parent_id", "is", null)
    .orderBy("event_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
