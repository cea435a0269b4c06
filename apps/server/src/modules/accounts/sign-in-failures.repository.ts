import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { tables } from "./accounts.tables.ts";

export function findFailures(
  tx: Tx,
  nameHash: Buffer,
): Promise<{ failures: number; lastAt: Date } | undefined> {
  return tables(tx)
    .selectFrom("sign_in_failure")
    .select(["failures", "last_at as lastAt"])
    .where("name_hash", "=", nameHash)
    .executeTakeFirst();
}

export async function countFailure(tx: Tx, nameHash: Buffer, now: Date): Promise<void> {
  await tables(tx)
    .insertInto("sign_in_failure")
    .values({ name_hash: nameHash, failures: 1, last_at: now })
    .onConflict((conflict) =>
      conflict
        .column("name_hash")
        .doUpdateSet({ failures: sql`sign_in_failure.failures + 1`, last_at: now }),
    )
    .execute();
}

export async function clearFailures(tx: Tx, nameHash: Buffer): Promise<void> {
  await tables(tx).deleteFrom("sign_in_failure").where("name_hash", "=", nameHash).execute();
}

export async function forgetFailures(tx: Tx, before: Date): Promise<void> {
  await tables(tx).deleteFrom("sign_in_failure").where("last_at", "<", before).execute();
}
