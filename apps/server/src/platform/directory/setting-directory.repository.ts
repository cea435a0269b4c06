import type { Tx } from "../database/db.ts";
import type { Table } from "../database/table.ts";

function tables(tx: Tx) {
  return tx.withTables<{ directory_setting: Table<"directory_setting"> }>();
}

/** A document with its proof, as stored. */
export interface Setting {
  readonly part: string;
  readonly version: bigint;
  readonly document: string;
  readonly proof: Buffer | null;
}

/** Finds the document of a part with its proof. */
export async function findSetting(tx: Tx, part: string): Promise<Setting | undefined> {
  const row = await tables(tx)
    .selectFrom("directory_setting")
    .select(["version", "document", "proof"])
    .where("part", "=", part)
    .executeTakeFirst();
  return row && { ...row, part, version: BigInt(row.version) };
}

/** Adds or replaces the document of a part. */
export async function saveSetting(tx: Tx, { part, ...setting }: Setting): Promise<void> {
  const values = { ...setting, recorded_at: new Date() };
  const updated = await tables(tx)
    .updateTable("directory_setting")
    .set(values)
    .where("part", "=", part)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) {
    await tables(tx)
      .insertInto("directory_setting")
      .values({ part, ...values })
      .execute();
  }
}
