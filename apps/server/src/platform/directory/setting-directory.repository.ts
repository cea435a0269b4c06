import { sql } from "kysely";
import type { Tx } from "../database/db.ts";
import type { Table } from "../database/table.ts";

function tables(tx: Tx) {
  return tx.withTables<{ directory_setting: Table<"directory_setting"> }>();
}

/** Records the document of a part of the program's settings, if it has changed. */
export async function recordDocument(
  tx: Tx,
  { part, document }: { readonly part: string; readonly document: string },
): Promise<void> {
  const at = new Date();
  // A conflict target would not work if the directory is a foreign table.
  await tables(tx)
    .insertInto("directory_setting")
    .values({ part, version: 1n, document, recorded_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tables(tx)
    .updateTable("directory_setting")
    .set({ document, version: sql`version + 1`, recorded_at: at })
    .where("part", "=", part)
    .where("document", "<>", document)
    .execute();
}

/** Finds the document of a part of the program's settings. */
export async function findDocument(
  tx: Tx,
  part: string,
): Promise<{ readonly version: bigint; readonly document: string } | undefined> {
  const row = await tables(tx)
    .selectFrom("directory_setting")
    .select(["version", "document"])
    .where("part", "=", part)
    .executeTakeFirst();
  return row && { version: BigInt(row.version), document: row.document };
}
