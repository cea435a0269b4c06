import type postgres from "postgres";
import { MIGRATION_TABLE } from "../migrate.ts";

/** A table to copy. A partitioned table is copied as one table; generated columns are left out. */
export interface CopiedTable {
  /** `schema.name`. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** A sequence; its value is null if it has never been used. */
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
 * Lists every table of a database by name, except the migration table, because each database keeps
 * its own record of migrations.
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

/** Lists every sequence with its last value. */
export async function listSequences(sql: postgres.ISql): Promise<CopiedSequence[]> {
  const rows = await sql.unsafe<{ schema: string; name: string; last: string | null }[]>(`
    select schemaname as schema, sequencename as name, last_value::text as last
    from pg_sequences order by schemaname collate "C", sequencename collate "C"`);
  return rows.map(({ schema, name, last }) => ({ name: `${schema}.${name}`, lastValue: last }));
}

/** Quotes each part of a name such as `ledger.movement`. */
export function quoted(name: string): string {
  return name.split(".").map(quotedPart).join(".");
}

/** Returns the columns as a parenthesized list. */
export function columnList(columns: readonly string[]): string {
  return columns.map(quotedPart).join(", ");
}

function quotedPart(part: string): string {
  return `"${part.replaceAll('"', '""')}"`;
}
