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

/** Returns the newest version of each text that anybody has accepted. Reads all acceptances. */
export function findAcceptedVersions(tx: Tx): Promise<NamedVersion[]> {
  return tx
    .withTables<LegalTables>()
    .selectFrom("legal_acceptance")
    .select(({ fn }) => ["text", fn.max("version").as("version")])
    .groupBy("text")
    .execute();
}
