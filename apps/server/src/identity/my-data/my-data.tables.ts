import type { Locale } from "@tessera/contract/errors/locales";
import type { ArchiveFailure, ArchiveStatus } from "@tessera/contract/identity/my-data.schemas";
import type { Generated, Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";

interface ArchiveTable {
  id: string;
  customer_id: string;
  client_key: string;
  locale: Locale;
  status: Generated<ArchiveStatus>;
  attempt: Generated<number>;
  leased_until: Date | null;
  entries_done: Generated<bigint>;
  entries_total: bigint | null;
  bytes: bigint | null;
  sha256: Buffer | null;
  key_id: string | null;
  wrapped_key: Buffer | null;
  failure: ArchiveFailure | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

interface ChunkTable {
  archive_id: string;
  attempt: number;
  n: number;
  sealed: Buffer;
}

type MyDataTables = {
  data_archive: ArchiveTable;
  data_archive_chunk: ChunkTable;
};

export type ArchiveRow = Selectable<ArchiveTable>;

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<MyDataTables> {
  return tx.withTables<MyDataTables>();
}
