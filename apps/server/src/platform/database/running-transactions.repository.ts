import type { Db } from "./db.ts";

/**
 * Runs a transaction of its own and returns its number. Every transaction that has written anything
 * by now has a lower number.
 */
export async function takeTransactionNumber(db: Pick<Db, "sql">): Promise<bigint> {
  // The xmax of a snapshot would be too low: it only follows the highest number that has ended.
  const [row] = await db.sql<{ xid: string }[]>`select pg_current_xact_id()::text as xid`;
  return BigInt(row?.xid ?? 0);
}

/** Returns whether every transaction with a lower number than the given one has ended. */
export async function allEndedBefore(db: Pick<Db, "sql">, xid: bigint): Promise<boolean> {
  const [row] = await db.sql<{ xid: string }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid`;
  return BigInt(row?.xid ?? 0) >= xid;
}
