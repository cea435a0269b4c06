import type { ProgramSettingRow, ProgramTables } from "../../db/tables/program.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** Returns the number of the current version. */
export async function findSettingsVersion(tx: Tx): Promise<number> {
  const { version } = await tx
    .withTables<ProgramTables>()
    .selectFrom("programme_setting")
    .select("version")
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return version;
}

/** Lists the newest versions of the settings, the current one first. */
export async function listSettings(tx: Tx, limit: number): Promise<ProgramSettingRow[]> {
  return tx
    .withTables<ProgramTables>()
    .selectFrom("programme_setting")
    .selectAll()
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
}

/**
 * Inserts a version. Returns false if another transaction has already written that version number.
 */
export async function insertSettings(tx: Tx, row: ProgramSettingRow): Promise<boolean> {
  const written = await tx
    .withTables<ProgramTables>()
    .insertInto("programme_setting")
    .values(row)
    .onConflict((on) => on.column("version").doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}
