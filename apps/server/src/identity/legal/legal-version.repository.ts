import { type Kysely, sql } from "kysely";
import type { LegalTables } from "../../db/tables/legal.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { NamedVersion, ProgramVersion } from "./legal-versions.policy.ts";

/** Returns every version that the program knows, and from when each is in force. */
export function findProgramVersions(tx: Tx): Promise<ProgramVersion[]> {
  return tx
    .withTables<LegalTables>()
    .selectFrom("legal_version")
    .select(["text", "version", "in_force_from as inForceFrom"])
    .execute();
}

/** Records versions. One that another server has recorded is unchanged. */
export async function insertProgramVersions(
  tx: Tx,
  versions: readonly ProgramVersion[],
): Promise<void> {
  await tx
    .withTables<LegalTables>()
    .insertInto("legal_version")
    .values(
      versions.map(({ text, version, inForceFrom }) => ({
        text,
        version,
        in_force_from: inForceFrom,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns whether anybody has accepted a version. Stops at the first acceptance; of a version that
 * nobody has accepted, it reads all of them, for as long as that takes.
 */
export async function isAccepted(
  db: Pick<Kysely<object>, "transaction">,
  { text, version }: NamedVersion,
): Promise<boolean> {
  return db
    .transaction()
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      const found = await tx
        .withTables<LegalTables>()
        .selectFrom("legal_acceptance")
        .select("version")
        .where("text", "=", text)
        .where("version", "=", version)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    });
}
