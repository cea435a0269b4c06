import type postgres from "postgres";
import { MIGRATION_TABLE } from "../migrate.ts";

/** A table as it is copied: a partitioned one as a whole, generated columns left out. */
export interface CopiedTable {
  /** `schema.name`. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** A counter of the database; null where nobody has drawn from it. */
export interface CopiedSequence {
  /** `schema.name`. */
  readonly name: string;
  readonly lastValue: string | null;
}

interface TableRow {
  schema: string;
  name: string;
  columns: string[];
}

/**
 * Every table of a database in the order of their names, except the record of migrations: which ran
 * is for a database itself to know.
 */
export async function listTables(sql: postgres.ISql): Promise<CopiedTable[]> {
  const rows = await sql.unsafe<TableRow[]>(`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_'
      and n.nspname <> 'information_schema'
      and n.nspname || '.' || c.relname <> '${MIGRATION_TABLE}'
    group by n.nspname, c.relname order by n.nspname collate "C", c.relname collate "C"`);
  return rows.map(({ schema, name, columns }) => ({ name: `${schema}.${name}`, columns }));
}

/** Every sequence with what was drawn from it last. */
export async function listSequences(sql: postgres.ISql): Promise<CopiedSequence[]> {
  const rows = await sql.unsafe<{ schema: string; name: string; last: string | null }[]>(`
    select schemaname as schema, sequencename as name, last_value::text as last
    from pg_sequences order by schemaname collate "C", sequencename collate "C"`);
  return rows.map(({ schema, name, last }) => ({ name: `${schema}.${name}`, lastValue: last }));
}

/** A name such as `ledger.movement`, quoted part by part. */
export function quoted(name: string): string {
  return name.split(".").map(quotedPart).join(".");
}

/** Columns in brackets. */
export function columnList(columns: readonly string[]): string {
  return columns.map(quotedPart).join(", ");
}

function quotedPart(part: string): string {
  return `"${part.replaceAll('"', '""')}"`;
}
