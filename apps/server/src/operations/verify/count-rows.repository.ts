import { CompiledQuery } from "kysely";
import type { Db } from "../../platform/context.ts";

/** Returns the number selected by a check's counting statement. */
export async function countRows(db: Db, countSql: string): Promise<number> {
  const { rows } = await db.kysely.executeQuery<{ count: bigint }>(CompiledQuery.raw(countSql));
  return Number(rows[0]?.count ?? 0n);
}
