import type { Db } from "../../platform/context.ts";

/** The newest block in the chain, to be recorded elsewhere as a checkpoint. */
export interface NewestSeal {
  /** The block number, as a string of digits. */
  readonly n: string;
  /** The block's hash, in hex. */
  readonly hash: string;
  readonly keyId: string;
}

/**
 * Selects the newest seal. The statement has no parameters, so that it can also run in a snapshot.
 */
export const NEWEST_SEAL = `select n::text as n, encode(hash, 'hex') as hash, key_id as "keyId"
  from ledger.seal order by ledger.seal.n desc limit 1`;

export async function findNewestSeal(db: Pick<Db, "sql">): Promise<NewestSeal | undefined> {
  const [row] = await db.sql.unsafe<NewestSeal[]>(NEWEST_SEAL);
  return row && { n: row.n, hash: row.hash, keyId: row.keyId };
}
