import type { Db } from "../../platform/context.ts";

/** The newest block of the chain, for a checkpoint elsewhere. */
export interface NewestSeal {
  /** Its number, in digits. */
  readonly n: string;
  /** In hex. */
  readonly hash: string;
  readonly keyId: string;
}

/** Reads the newest seal; it takes no parameter, so that a snapshot can run it too. */
export const NEWEST_SEAL = `select n::text as n, encode(hash, 'hex') as hash, key_id as "keyId"
  from ledger.seal order by ledger.seal.n desc limit 1`;

export async function findNewestSeal(db: Pick<Db, "sql">): Promise<NewestSeal | undefined> {
  const [row] = await db.sql.unsafe<NewestSeal[]>(NEWEST_SEAL);
  return row && { n: row.n, hash: row.hash, keyId: row.keyId };
}
