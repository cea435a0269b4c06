import { CompiledQuery } from "kysely";
import type { Db } from "../../platform/context.ts";

/** The single number that a counting statement of a check answers. */
export async function countRows(db: Db, countSql: string): Promise<number> {
  const { rows } = await db.kysely.executeQuery<{ count: bigint }>(CompiledQuery.raw(countSql));
  return Number(rows[0]?.count ?? 0n);
}
