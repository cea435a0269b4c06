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

/** Returns the condition that a row, as `name`, may change a column. */
function mayChange({ name, fixed, key: [key = "id"] }: ProgramTable, column: string) {
  const users = fixed?.columns.includes(column) ? fixed.usedBy : [];
  const unused = users.map(
    (user) => sql`not exists (select from ${sql.table(user.table)}
      where ${sql.ref(`${user.table}.${user.column}`)} = ${sql.ref(`${name}.${key}`)})`,
  );
  return sql<boolean>`(${sql.join([sql`true`, ...unused], sql` and `)})`;
}

/** Values that no other row has, for rows numbered `n`, until they take those of the document. */
const SPARE = {
  number: sql`n - 2000000000`,
  // No real BIN begins with a zero.
  bin: sql`lpad(n::text, 8, '0')`,
  name: sql`gen_random_uuid()::text`,
};

/**
 * Takes unique values from the rows that will get those of the document, so that rows can exchange
 * them, and moves rows that are not in the document out of their way.
 */
async function clearExchanged(tx: Tx, table: ProgramTable, document: string): Promise<void> {
  const { name, key, exchanged = [] } = table;
  const [of, id] = [sql.table(name), sql.ref(key[0] ?? "id")];
  for (const { column, type, isOrder } of exchanged) {
    const ref = sql.ref(column);
    if (isOrder === true) {
      await sql`
        with displaced as (
          select ${id} as id, row_number() over (order by ${ref}, ${id}) as n from ${of}
          where ${id} not in (select ${id} from ${rowsIn(document, name)})
            and (${ref} < 0 or ${ref} in (select ${ref} from ${rowsIn(document, name)}))
        ), last as (
          select max(${ref}) as place
          from (select ${ref} from ${of} union all select ${ref} from ${rowsIn(document, name)}) a
        )
        update ${of} set ${ref} = last.place + 10 * n from displaced, last
        where ${sql.ref(`${name}.${key[0]}`)} = displaced.id`.execute(tx);
    }
    await sql`
      with cleared as (
        select ${id} as id, row_number() over () as n from ${of}
        where ${id} in (select ${id} from ${rowsIn(document, name)})
          and ${mayChange(table, column)}
      )
      update ${of} set ${ref} = ${SPARE[type]} from cleared
      where ${sql.ref(`${name}.${key[0]}`)} = cleared.id`.execute(tx);
  }
}

async function writeRows(tx: Tx, table: ProgramTable, document: string): Promise<void> {
  const { name, key, own = {}, fixed } = table;
  if (fixed !== undefined) {
    // A transaction that refers to a row waits for this lock, or its reference is seen below.
    await sql`select from ${sql.table(name)} order by ${columns(key)} for update`.execute(tx);
  }
  await clearExchanged(tx, table, document);
  const changed = (await columnsOf(tx, name)).filter(
    (column) => !key.includes(column) && !Object.hasOwn(own, column),
  );
  const updates = sql.join(
    changed.map((column) => {
      const [to, from] = [sql.ref(column), sql.ref(`excluded.${column}`)];
      return fixed?.columns.includes(column)
        ? sql`${to} = case when ${mayChange(table, column)} then ${from}
            else ${sql.ref(`${name}.${column}`)} end`
        : sql`${to} = ${from}`;
    }),
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

/** Waits until no other server of this cell records or copies a part in a transaction. */
export async function lockCopies(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('program copy', 0))`.execute(tx);
}

/** Writes the rows of a document into this cell's tables. */
export async function writeDocument(tx: Tx, part: ProgramPart, document: string): Promise<void> {
  for (const table of part.tables) {
    await writeRows(tx, table, document);
  }
  for (const table of part.tables.toReversed()) {
    if (table.rows === "replaced") {
      await deleteOthers(tx, table, document);
    }
  }
}

/**
 * Replaces the rows of a part by those of a document, also rows that never change otherwise. For a
 * database that nobody has used yet, with its owner's role.
 */
export async function replaceRows(tx: Tx, part: ProgramPart, document: string): Promise<void> {
  for (const table of part.tables.toReversed()) {
    const name = sql.table(table.name);
    // Such as the trigger that keeps published fees from being deleted.
    await sql`alter table ${name} disable trigger user`.execute(tx);
    await (table.rows === "kept"
      ? sql`delete from ${name}`.execute(tx)
      : deleteOthers(tx, table, document));
    await sql`alter table ${name} enable trigger user`.execute(tx);
  }
  await writeDocument(tx, part, document);
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
