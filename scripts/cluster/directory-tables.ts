import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fromRoot } from "../repository.ts";

const MIGRATIONS = "apps/server/src/db/migrations";
const TABLE = /^create table if not exists (\w+) \([\s\S]*?\n\);/gm;
// Some indexes depend on a condition, so they are indented.
const INDEX = /^ *create index if not exists (\w+) on (\w+) [^;]*;/gm;
const DROPPED_INDEX = /^ *drop index if exists (\w+);/gm;
const GRANT = /^grant [^;]*? on ([\w, ]+) to tessera_app;/gm;
const UPDATE_OF_COLUMNS = /\bupdate \([^)]*\) on\b/;

/**
 * The column by which Citus distributes each table over the directory's nodes. A table that is not
 * listed is copied to all nodes, so that reading it needs no other node. Writing it needs all of
 * them: a lost cell would prevent the others from writing it.
 */
const DISTRIBUTED_BY: Readonly<Record<string, string>> = {
  directory_name: "key_hash",
  directory_card: "key_hash",
  directory_range: "prefix",
  directory_cell: "cell",
  directory_head: "cell",
  directory_setting: "part",
};

/** The tables of the directory, and the statements that create them. */
export interface DirectoryTables {
  readonly tables: readonly string[];
  readonly statements: readonly string[];
}

/**
 * Finds the directory's tables in the text of migrations. In a cluster, these tables exist before a
 * cell is migrated, so the migrations create them only if they are missing.
 */
export function directoryTablesIn(migrations: string): DirectoryTables {
  const tables = [...migrations.matchAll(TABLE)];
  const names = tables.map(([, name = ""]) => name);
  const ofDirectory = (on = "") => on.split(", ").every((name) => names.includes(name));
  const dropped = [...migrations.matchAll(DROPPED_INDEX)].map(([, index]) => index);
  const indexes = [...migrations.matchAll(INDEX)].filter(
    ([, index, on]) => ofDirectory(on) && !dropped.includes(index),
  );
  const grants = [...migrations.matchAll(GRANT)].filter(([, on]) => ofDirectory(on));
  return {
    tables: names,
    statements: [...tables, ...indexes, ...grants].map(([statement]) =>
      // Citus passes grants on to its nodes, except those on columns.
      statement.trim().replace(UPDATE_OF_COLUMNS, "update on"),
    ),
  };
}

/** Reads the definitions of the directory's tables from this version's migrations. */
export async function readDirectoryTables(): Promise<DirectoryTables> {
  const folder = fromRoot(MIGRATIONS);
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return directoryTablesIn(texts.join("\n"));
}

/** Returns the statements that create the directory on a coordinator, unless it exists. */
export function directoryScript({ tables, statements }: DirectoryTables): string {
  const spread = tables.map((table) => {
    const column = DISTRIBUTED_BY[table];
    const call =
      column === undefined
        ? `create_reference_table('${table}')`
        : `create_distributed_table('${table}', '${column}')`;
    return (
      `select ${call} where not exists ` +
      `(select from pg_dist_partition where logicalrelid = '${table}'::regclass);`
    );
  });
  return [...statements, ...spread, ""].join("\n");
}
