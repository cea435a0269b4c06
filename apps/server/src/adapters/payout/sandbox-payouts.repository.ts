import type { PayoutOutcome } from "@tessera/contract/money-movement/withdrawals.schemas";
import { type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { PayoutOrder } from "./payout-provider.ts";
import type { SandboxPayoutTables } from "./sandbox-payouts.tables.ts";

export type PayoutRow = Selectable<SandboxPayoutTables["sandbox_payout"]>;
export type MessageRow = Selectable<SandboxPayoutTables["sandbox_payout_message"]>;

function tables(tx: Tx) {
  return tx.withTables<SandboxPayoutTables>();
}

/**
 * Inserts a payout. If it already exists, counts the repeated order.
 *
 * @returns whether the payout is new
 */
export async function insertPayout(
  tx: Tx,
  order: PayoutOrder,
  as: { readonly outcome: PayoutOutcome; readonly status: string; readonly at: Date },
): Promise<boolean> {
  const row = await tables(tx)
    .insertInto("sandbox_payout")
    .values({
      id: order.id,
      network: order.network,
      address: order.address,
      amount_minor: order.amountMinor,
      outcome: as.outcome,
      status: as.status,
      transaction_hash: null,
      created_at: as.at,
    })
    .onConflict((on) =>
      on.column("id").doUpdateSet((update) => ({
        requests: update("sandbox_payout.requests", "+", 1),
      })),
    )
    .returning("requests")
    .executeTakeFirst();
  return row?.requests === 1;
}

export function selectPayout(tx: Tx, id: string): Promise<PayoutRow | undefined> {
  return tables(tx)
    .selectFrom("sandbox_payout")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Selects FOR UPDATE the payouts that can still change, oldest first. */
export function lockOpenPayouts(tx: Tx): Promise<PayoutRow[]> {
  return tables(tx)
    .selectFrom("sandbox_payout")
    .selectAll()
    .where("closed", "=", false)
    .orderBy("id")
    .forUpdate()
    .execute();
}

export function selectPayouts(tx: Tx, limit: number): Promise<PayoutRow[]> {
  return tables(tx)
    .selectFrom("sandbox_payout")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * Updates a payout.
 *
 * @returns whether the payout exists
 */
export async function updatePayout(
  tx: Tx,
  id: string,
  change: Updateable<SandboxPayoutTables["sandbox_payout"]>,
): Promise<boolean> {
  const result = await tables(tx)
    .updateTable("sandbox_payout")
    .set(change)
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function insertOutcome(tx: Tx, id: string, outcome: PayoutOutcome): Promise<void> {
  await tables(tx)
    .insertInto("sandbox_payout_outcome")
    .values({ id, outcome, used_at: null })
    .execute();
}

/** Takes the oldest outcome that was set for an upcoming order, and marks it as used. */
export async function takeOutcome(tx: Tx, at: Date): Promise<PayoutOutcome | undefined> {
  const row = await tables(tx)
    .updateTable("sandbox_payout_outcome")
    .set({ used_at: at })
    .where("id", "=", (next) =>
      next
        .selectFrom("sandbox_payout_outcome as waiting")
        .select("waiting.id")
        .where("waiting.used_at", "is", null)
        .orderBy("waiting.id")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning("outcome")
    .executeTakeFirst();
  return row?.outcome;
}

export async function insertMessage(tx: Tx, message: MessageRow): Promise<void> {
  await tables(tx).insertInto("sandbox_payout_message").values(message).execute();
}

export function selectOpenMessages(tx: Tx, limit: number): Promise<MessageRow[]> {
  return tables(tx)
    .selectFrom("sandbox_payout_message")
    .selectAll()
    .where("deliveries", ">", 0)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function countDelivery(tx: Tx, id: string): Promise<void> {
  await tables(tx)
    .updateTable("sandbox_payout_message")
    .set({ deliveries: sql<number>`greatest(deliveries - 1, 0)` })
    .where("id", "=", id)
    .execute();
}
