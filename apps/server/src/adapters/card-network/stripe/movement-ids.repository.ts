import type { Tx } from "../../../platform/context.ts";
import type { Table } from "../../../platform/database/table.ts";
import type { StripeIssuingTables } from "./stripe-issuing.tables.ts";

/**
 * Returns the ledger id of an authorization: `proposed`, unless an id has already been chosen.
 *
 * @returns the id, and whether this is the authorization's first request
 */
export async function chooseAuthorizationId(
  tx: Tx,
  authorizationId: string,
  proposed: string,
  now: Date,
): Promise<{ readonly movementId: string; readonly isFirst: boolean }> {
  const result = await tx
    .withTables<StripeIssuingTables>()
    .insertInto("stripe_authorisation")
    .values({ id: authorizationId, movement_id: proposed, created_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 1n) {
    return { movementId: proposed, isFirst: true };
  }
  const movementId = await findAuthorizationId(tx, authorizationId);
  if (movementId === undefined) {
    throw new Error(`authorization ${authorizationId} is missing`);
  }
  return { movementId, isFirst: false };
}

/**
 * Returns the ledger id of an authorization, or undefined if the authorization was never requested.
 */
export async function findAuthorizationId(
  tx: Tx,
  authorizationId: string,
): Promise<string | undefined> {
  const row = await tx
    .withTables<StripeIssuingTables>()
    .selectFrom("stripe_authorisation")
    .select("movement_id")
    .where("id", "=", authorizationId)
    .executeTakeFirst();
  return row?.movement_id;
}

/** The id under which a transaction has been or will be posted, and when that id was chosen. */
interface ChosenId {
  readonly movementId: string;
  readonly chosenAt: Date;
}

/** Returns the ledger id of a transaction: `proposed`, unless an id has already been chosen. */
export async function chooseTransactionId(
  tx: Tx,
  transactionId: string,
  proposed: ChosenId,
): Promise<ChosenId> {
  const tables = tx.withTables<StripeIssuingTables>();
  await tables
    .insertInto("stripe_transaction")
    .values({
      id: transactionId,
      movement_id: proposed.movementId,
      chosen_at: proposed.chosenAt,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const row = await tables
    .selectFrom("stripe_transaction")
    .selectAll()
    .where("id", "=", transactionId)
    .executeTakeFirstOrThrow();
  return { movementId: row.movement_id, chosenAt: row.chosen_at };
}

/**
 * Replaces a transaction's id, unless another server has already replaced it. Nothing may have been
 * posted under the old id.
 */
export async function replaceTransactionId(
  tx: Tx,
  transactionId: string,
  old: ChosenId,
  next: ChosenId,
): Promise<void> {
  await tx
    .withTables<StripeIssuingTables>()
    .updateTable("stripe_transaction")
    .set({ movement_id: next.movementId, chosen_at: next.chosenAt })
    .where("id", "=", transactionId)
    .where("movement_id", "=", old.movementId)
    .execute();
}

type BooksTables = { "ledger.movement": Pick<Table<"ledger.movement">, "id"> };

/** Returns whether a movement exists in the ledger. */
export async function isPosted(tx: Tx, movementId: string): Promise<boolean> {
  const row = await tx
    .withTables<BooksTables>()
    .selectFrom("ledger.movement")
    .select("id")
    .where("id", "=", movementId)
    .executeTakeFirst();
  return row !== undefined;
}
