import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Migration } from "@tessera/database";
import { ledgerMigrations } from "@tessera/ledger/migrations";

const FOLDER = fileURLToPath(new URL("./", import.meta.url));

function migrationsOf(folder: string, prefix: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      id: `${prefix}-${name.replace(/\.sql$/, "")}`,
      sql: readFileSync(`${folder}${name}`, "utf8"),
    }));
}

const ownMigrations = migrationsOf(FOLDER, "server");
/** A database says what it is before it holds anything. */
const DATABASE_MARK = "server-0250_database_mark";

/** Every step of the schema, in order: the mark, the ledger's, then the server's by number. */
export const migrations: readonly Migration[] = [
  ...ownMigrations.filter(({ id }) => id === DATABASE_MARK),
  ...ledgerMigrations,
  ...ownMigrations.filter(({ id }) => id !== DATABASE_MARK),
];

const [practiceMark, ...practiceOwn] = migrationsOf(`${FOLDER}practice/`, "practice");

/**
 * The schema of practice's own database: the same, with what practice alone needs. The mark comes
 * first, by which a database is known to be practice's.
 */
export const practiceMigrations: readonly Migration[] = [
  ...(practiceMark === undefined ? [] : [practiceMark]),
  ...migrations,
  ...practiceOwn,
];

/** The migration by which a database is known to be practice's. */
export const PRACTICE_MARK = "practice-0000_practice_mark";
