import type { ProgrammeSettingRow, ProgrammeTables } from "../../db/tables/program.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** The number of the version in force. */
export async function findSettingsVersion(tx: Tx): Promise<number> {
  const { version } = await tx
    .withTables<ProgrammeTables>()
    .selectFrom("programme_setting")
    .select("version")
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return version;
}

/** The newest versions, the one in force first. */
export async function listSettings(tx: Tx, limit: number): Promise<ProgrammeSettingRow[]> {
  return tx
    .withTables<ProgrammeTables>()
    .selectFrom("programme_setting")
    .selectAll()
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
}

/** Writes a version; false where somebody else wrote one of that number first. */
export async function insertSettings(tx: Tx, row: ProgrammeSettingRow): Promise<boolean> {
  const written = await tx
    .withTables<ProgrammeTables>()
    .insertInto("programme_setting")
    .values(row)
    .onConflict((on) => on.column("version").doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}
