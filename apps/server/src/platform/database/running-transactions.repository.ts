import type { Db } from "./db.ts";

/** Returns the number that the next transaction will get. */
export async function nextTransaction(db: Pick<Db, "sql">): Promise<bigint> {
  const [row] = await db.sql<{ xid: string }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as xid`;
  return BigInt(row?.xid ?? 0);
}

/** Returns whether every transaction with a lower number than the given one has ended. */
export async function allEndedBefore(db: Pick<Db, "sql">, xid: bigint): Promise<boolean> {
  const [row] = await db.sql<{ xid: string }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid`;
  return BigInt(row?.xid ?? 0) >= xid;
}
