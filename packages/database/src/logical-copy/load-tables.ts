import type { Readable } from "node:stream";
import type postgres from "postgres";
import { connectTo } from "../driver/connect-to.ts";
import { copyRows } from "../driver/copy-streams.ts";
import {
  type CopiedSequence,
  type CopiedTable,
  columnList,
  listTables,
  quoted,
} from "./table-list.ts";

/** Thrown if the database's tables differ from the tables to load. */
export class OtherTablesError extends Error {
  constructor(name: string) {
    super(`the database and what is to be loaded differ in ${name}`);
    this.name = "OtherTablesError";
  }
}

/** Fills tables within one transaction. */
export interface Loading {
  /** Truncates a table and fills it from COPY text. */
  fill(table: CopiedTable, rows: Readable): Promise<void>;
  /** Returns the current number of rows in the table. */
  count(table: Pick<CopiedTable, "name">): Promise<number>;
  setSequences(sequences: readonly CopiedSequence[]): Promise<void>;
}

/** Maximum time to wait for locks on the tables, which should not be in use. */
const LOCK_TIMEOUT_MS = 5_000;

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Truncates and fills all tables or none. Until it finishes, nothing else reads or writes the
 * tables, so any rows that `work` counts in a table before filling it were there from the start.
 * Foreign keys are dropped, and checked when they are added again. Check and unique constraints
 * stay in place; triggers are disabled.
 *
 * @throws OtherTablesError before truncating any table
 */
export async function loadTables(
  ownerUrl: string,
  tables: readonly CopiedTable[],
  work: (loading: Loading) => Promise<void>,
): Promise<void> {
  const sql = connectTo(ownerUrl, {
    connection: {
      application_name: "tessera-restore",
      TimeZone: "UTC",
      statement_timeout: 0,
      lock_timeout: LOCK_TIMEOUT_MS,
    },
  });
  try {
    await sql.begin(async (tx) => {
      requireSame(await listTables(tx), tables);
      const foreignKeys = await takeForeignKeys(tx);
      await setTriggers(tx, "disable");
      const names = tables.map(({ name }) => quoted(name)).join(", ");
      await tx.unsafe(`lock table ${names} in access exclusive mode`);
      await work(loadingIn(tx));
      await setTriggers(tx, "enable");
      for (const { table, name, definition } of foreignKeys) {
        await tx.unsafe(`alter table ${table} add constraint "${name}" ${definition}`);
      }
    });
    await sql.unsafe("analyze");
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function requireSame(there: readonly CopiedTable[], wanted: readonly CopiedTable[]): void {
  const shapes = (tables: readonly CopiedTable[]) =>
    new Map(tables.map(({ name, columns }) => [name, columns.join()]));
  const [thereShapes, wantedShapes] = [shapes(there), shapes(wanted)];
  for (const name of new Set([...thereShapes.keys(), ...wantedShapes.keys()])) {
    if (thereShapes.get(name) !== wantedShapes.get(name)) {
      throw new OtherTablesError(name);
    }
  }
}

function loadingIn(tx: postgres.TransactionSql): Loading {
  return {
    async fill({ name, columns }, rows) {
      await tx.unsafe(`truncate ${quoted(name)}`);
      const copy = tx.unsafe(`copy ${quoted(name)} (${columnList(columns)}) from stdin`);
      await copyRows(copy, rows);
    },
    async count({ name }) {
      const [row] = await tx.unsafe<{ count: string }[]>(
        `select count(*)::text as count from ${quoted(name)}`,
      );
      return Number(row?.count ?? 0);
    },
    async setSequences(sequences) {
      for (const { name, lastValue } of sequences) {
        await (lastValue === null
          ? tx.unsafe(`alter sequence ${quoted(name)} restart`)
          : tx.unsafe("select setval($1::regclass, $2::bigint)", [quoted(name), lastValue]));
      }
    },
  };
}

async function takeForeignKeys(tx: postgres.TransactionSql): Promise<ForeignKey[]> {
  const foreignKeys = await tx.unsafe<ForeignKey[]>(`
    select conrelid::regclass::text as table, conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text !~ '^pg_'`);
  for (const { table, name } of foreignKeys) {
    await tx.unsafe(`alter table ${table} drop constraint "${name}"`);
  }
  return [...foreignKeys];
}

/**
 * Enables or disables the triggers of all tables, including partitions, which have separate
 * TRUNCATE triggers.
 */
async function setTriggers(tx: postgres.TransactionSql, how: "enable" | "disable"): Promise<void> {
  const tables = await tx.unsafe<{ name: string }[]>(`
    select distinct t.tgrelid::regclass::text as name from pg_trigger t where not t.tgisinternal`);
  for (const { name } of tables) {
    await tx.unsafe(`alter table ${name} ${how} trigger user`);
  }
}
