import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type ArchiveTable = Table<"data_archive">;

type ChunkTable = Table<"data_archive_chunk">;

type MyDataTables = {
  data_archive: ArchiveTable;
  data_archive_chunk: ChunkTable;
};

export type ArchiveRow = Selectable<ArchiveTable>;

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<MyDataTables> {
  return tx.withTables<MyDataTables>();
}
