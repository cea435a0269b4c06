import type { Readable } from "node:stream";
import type postgres from "postgres";
import { connectTo } from "../driver/connect-to.ts";
import { copiedRows } from "../driver/copy-streams.ts";
import { type RecordedMigration, recordedMigrations } from "../migrate.ts";
import {
  type CopiedSequence,
  type CopiedTable,
  columnList,
  listSequences,
  listTables,
  quoted,
} from "./table-list.ts";

/** A snapshot of the entire database, unaffected by later writes. */
export interface Snapshot {
  readonly migrations: readonly RecordedMigration[];
  readonly tables: readonly CopiedTable[];
  /** Greater than the id of every transaction visible in the snapshot. */
  readonly nextXid: bigint;
  /**
   * Returns a table's rows as PostgreSQL COPY text, one row per line. Read it to the end before
   * copying the next table.
   */
  copy(table: CopiedTable): Promise<Readable>;
  /**
   * Reads the sequences, which a snapshot does not cover. Call this last, so that no value is lower
   * than the values that were copied.
   */
  sequences(): Promise<readonly CopiedSequence[]>;
  /** Returns the months, such as `2026_11`, for which a partitioned table has a partition. */
  partitions(parent: string): Promise<readonly string[]>;
  /** Returns all rows of a statement. */
  query<Row extends object>(statement: string): Promise<readonly Row[]>;
  /** Returns the rows of a statement a few hundred at a time, no matter how many there are. */
  rows<Row extends object>(
    statement: string,
    parameters: readonly (string | Date)[],
  ): AsyncIterable<readonly Row[]>;
}

const ROWS_AT_ONCE = 500;

/** Reads a database in one REPEATABLE READ transaction while other sessions write. */
export async function readSnapshot<T>(
  ownerUrl: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const sql = connectTo(ownerUrl, {
    connection: { application_name: "tessera-backup", TimeZone: "UTC", statement_timeout: 0 },
  });
  try {
    // Wrapped in an object, so that postgres.js does not await the result itself.
    const done = await sql.begin("isolation level repeatable read read only", async (tx) => ({
      result: await work(await snapshotOf(tx)),
    }));
    return (done as { result: T }).result;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function snapshotOf(tx: postgres.TransactionSql): Promise<Snapshot> {
  const [now] = await tx.unsafe<{ xid: string }[]>(
    "select pg_snapshot_xmax(pg_current_snapshot())::text as xid",
  );
  return {
    migrations: await recordedMigrations(tx),
    tables: await listTables(tx),
    nextXid: BigInt(now?.xid ?? 0),
    async copy({ name, columns }) {
      const selected = `select ${columnList(columns)} from ${quoted(name)}`;
      return copiedRows(tx.unsafe(`copy (${selected}) to stdout`));
    },
    sequences: () => listSequences(tx),
    async partitions(parent) {
      const rows = await tx.unsafe<{ name: string }[]>(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = $1::regclass order by c.relname collate "C"`,
        [parent],
      );
      return rows.flatMap(({ name }) => /_(\d{4}_\d{2})$/.exec(name)?.[1] ?? []);
    },
    query: async <Row extends object>(statement: string) => tx.unsafe<Row[]>(statement),
    rows: <Row extends object>(statement: string, parameters: readonly (string | Date)[]) =>
      tx.unsafe<Row[]>(statement, [...parameters]).cursor(ROWS_AT_ONCE),
  };
}
