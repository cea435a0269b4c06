import { type Insertable, sql } from "kysely";
import type { GrantRow, RiskTables } from "../../db/tables/risk.tables.ts";
import type { Tx } from "../../platform/context.ts";
import { BY_CREATION, keyset } from "../../platform/paging/keyset.ts";
import type { Seek } from "../../platform/paging/pages.ts";

/** An exception and whether a payment has used it. */
export interface GrantStanding extends GrantRow {
  readonly is_used: boolean;
}

function standings(tx: Tx) {
  return tx
    .withTables<RiskTables>()
    .selectFrom("risk_grant")
    .selectAll()
    .select(
      sql<boolean>`exists (select from ledger.counter where subject = risk_grant.id
        and time_window = 'use' and count > 0)`.as("is_used"),
    );
}

export async function insertGrant(
  tx: Tx,
  grant: Insertable<RiskTables["risk_grant"]>,
): Promise<void> {
  await tx.withTables<RiskTables>().insertInto("risk_grant").values(grant).execute();
}

/** Lists a customer's one-time exceptions, or only those for one payment, newest first. */
export async function listGrantRows(
  tx: Tx,
  {
    customerId,
    ofMovement,
  }: { readonly customerId: string; readonly ofMovement?: string | undefined },
  seek: Seek,
): Promise<GrantStanding[]> {
  const own = standings(tx)
    .where("customer_id", "=", customerId)
    .$if(ofMovement !== undefined, (some) => some.where("movement_id", "=", ofMovement ?? null));
  return keyset(own, BY_CREATION, "desc", seek).execute();
}

export async function findGrant(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<GrantStanding | undefined> {
  return standings(tx)
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/** Finds the exception that was requested under a client key. */
export async function findGrantByKey(
  tx: Tx,
  customerId: string,
  clientKey: string,
): Promise<GrantStanding | undefined> {
  return standings(tx)
    .where("customer_id", "=", customerId)
    .where("client_key", "=", clientKey)
    .executeTakeFirst();
}

/** Finds an exception of one type for one payment that can still be used. */
export async function findOpenGrant(
  tx: Tx,
  customerId: string,
  movementId: string,
  kind: GrantRow["kind"],
  now: Date,
): Promise<GrantStanding | undefined> {
  const found = await standings(tx)
    .where("customer_id", "=", customerId)
    .where("movement_id", "=", movementId)
    .where("kind", "=", kind)
    .where("expires_at", ">", now)
    .where("revoked_at", "is", null)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return found?.is_used === true ? undefined : found;
}

export async function revokeGrantRow(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .withTables<RiskTables>()
    .updateTable("risk_grant")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
}

/**
 * Revokes the raised limits for a strategy.
 *
 * @returns whether there was anything to revoke
 */
export async function revokeRaises(
  tx: Tx,
  customerId: string,
  strategyId: string,
  at: Date,
): Promise<boolean> {
  const revoked = await tx
    .withTables<RiskTables>()
    .updateTable("risk_grant")
    .set({ revoked_at: at })
    .where("customer_id", "=", customerId)
    .where("kind", "=", "raise_until")
    .where(sql<boolean>`strategies @> array[${strategyId}::uuid]`)
    .where("expires_at", ">", at)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return revoked.numUpdatedRows > 0n;
}
