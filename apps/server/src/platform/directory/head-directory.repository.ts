import type { Tx } from "../database/db.ts";
import type { Table } from "../database/table.ts";

/** The newest seal of a cell. */
export interface CellHead {
  readonly cell: number;
  readonly n: bigint;
  /** The block's hash in hex. */
  readonly hash: string;
}

function tables(tx: Tx) {
  return tx.withTables<{ directory_head: Table<"directory_head"> }>();
}

/** Records a cell's newest seal, unless a newer one is recorded. */
export async function recordHead(tx: Tx, { cell, n, hash }: CellHead): Promise<void> {
  const at = new Date();
  // A conflict target would not work if the directory is a foreign table.
  await tables(tx)
    .insertInto("directory_head")
    .values({ cell, n, hash, recorded_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tables(tx)
    .updateTable("directory_head")
    .set({ n, hash, recorded_at: at })
    .where("cell", "=", cell)
    .where("n", "<", n)
    .execute();
}

/** Selects the newest recorded seal of each cell. */
export async function selectHeads(tx: Tx): Promise<CellHead[]> {
  const rows = await tables(tx)
    .selectFrom("directory_head")
    .select(["cell", "n", "hash"])
    .orderBy("cell")
    .execute();
  return rows.map(({ cell, n, hash }) => ({ cell, n: BigInt(n), hash }));
}
