import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";
import type { ProgramPart, ProgramTable } from "./program-parts.ts";

function columns(names: readonly string[]) {
  return sql.join(names.map((name) => sql.ref(name)));
}

/** Reads the rows of a part as a document, in a transaction of its own. */
export async function readDocument(tx: Tx, { tables }: ProgramPart): Promise<string> {
  // Otherwise, the texts of times would depend on a setting of the session.
  await sql`set local time zone 'UTC'`.execute(tx);
  const parts: string[] = [];
  for (const { name, key, own = {} } of tables) {
    // Rows stay texts here, so that no amount becomes a floating-point number.
    const { rows } = await sql<{ found: string }>`
      select coalesce(jsonb_agg(to_jsonb(t) || ${JSON.stringify(own)}::text::jsonb
        order by ${columns(key)}), '[]')::text as found from ${sql.table(name)} t`.execute(tx);
    parts.push(`${JSON.stringify(name)}: ${rows[0]?.found}`);
  }
  return `{${parts.join(", ")}}`;
}

/** Returns whether two documents of a part say the same. */
export function isSame({ tables }: ProgramPart, one: string, other: string): boolean {
  const compared = (text: string) =>
    JSON.stringify(JSON.parse(text), (key, value: unknown) =>
      tables.some(({ notCompared = [] }) => notCompared.includes(key)) ? undefined : value,
    );
  return compared(one) === compared(other);
}

async function columnsOf(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Returns the rows of a table in a document. */
function rowsIn(document: string, name: string) {
  const rows = sql`${document}::text::jsonb -> ${name}::text`;
  return sql`jsonb_populate_recordset(null::${sql.table(name)}, ${rows})`;
}

async function writeRows(tx: Tx, table: ProgramTable, document: string): Promise<void> {
  const { name, key, own = {}, exchanged } = table;
  if (exchanged !== undefined) {
    const [of, column] = [sql.table(name), sql.ref(exchanged)];
    await sql`update ${of} set ${column} = -${column} - 1 where ${column} >= 0`.execute(tx);
  }
  const changed = (await columnsOf(tx, name)).filter(
    (column) => !key.includes(column) && !Object.hasOwn(own, column),
  );
  const updates = sql.join(
    changed.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
  );
  const action = table.rows === "kept" ? sql`nothing` : sql`update set ${updates}`;
  await sql`
    insert into ${sql.table(name)} select * from ${rowsIn(document, name)}
    on conflict (${columns(key)}) do ${action}`.execute(tx);
}

/** Deletes the rows that a document does not contain. */
async function deleteOthers(tx: Tx, { name, key }: ProgramTable, document: string): Promise<void> {
  await sql`
    delete from ${sql.table(name)}
    where (${columns(key)}) not in (select ${columns(key)} from ${rowsIn(document, name)})`.execute(
    tx,
  );
}

/** Writes the rows of a document into this cell's tables. */
export async function writeDocument(tx: Tx, part: ProgramPart, document: string): Promise<void> {
  // The servers of a cell copy one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('program copy', 0))`.execute(tx);
  for (const table of part.tables) {
    await writeRows(tx, table, document);
  }
  for (const table of part.tables.toReversed()) {
    if (table.rows === "replaced") {
      await deleteOthers(tx, table, document);
    }
  }
}

function copies(tx: Tx) {
  return tx.withTables<{ program_copy: Table<"program_copy"> }>();
}

/** A part as this cell has copied it. */
interface Copy {
  readonly part: string;
  readonly version: bigint;
  readonly problem: string | null;
}

export async function selectCopies(tx: Tx): Promise<ReadonlyMap<string, Copy>> {
  const rows = await copies(tx)
    .selectFrom("program_copy")
    .select(["part", "version", "problem"])
    .execute();
  return new Map(rows.map((row) => [row.part, { ...row, version: BigInt(row.version) }]));
}

export async function recordCopy(tx: Tx, copy: Copy, now: Date): Promise<void> {
  const { version, problem } = copy;
  await copies(tx)
    .insertInto("program_copy")
    .values({ ...copy, copied_at: now })
    .onConflict((conflict) =>
      conflict.column("part").doUpdateSet({ version, problem, copied_at: now }),
    )
    .execute();
}
