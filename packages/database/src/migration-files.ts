import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Migration, RepeatableMigration, VersionedMigration } from "./migrate.ts";

/**
 * The generation of a set of repeatable migrations, with a digest of their texts. A test compares
 * the digest with the files; `npm run sql:generation` writes both.
 */
export interface Generation {
  readonly generation: number;
  /** SHA-256, in hex. */
  readonly digest: string;
}

/**
 * Reads a folder of versioned migrations, such as `0001_accounts.sql`, in numerical order.
 *
 * @param prefix prefix of the ids: `ledger` gives `ledger-0001_accounts`
 * @param replaces maps a migration's id to the id in an earlier history that it replaced
 */
export function versionedIn(
  folder: URL,
  prefix: string,
  replaces: Readonly<Record<string, string>> = {},
): VersionedMigration[] {
  return filesIn(folder, /^\d{4}_[a-z0-9_]+\.sql$/).map(({ name, sql }) => {
    const id = `${prefix}-${name}`;
    const replaced = replaces[id];
    return replaced === undefined ? { id, sql } : { id, sql, replaces: replaced };
  });
}

/**
 * Reads a folder of repeatable migrations, one object per file, in alphabetical order.
 *
 * @param prefix prefix of the ids: `ledger-functions` gives `ledger-functions/submit`
 */
export function repeatableIn(
  folder: URL,
  prefix: string,
  { generation }: Pick<Generation, "generation">,
): RepeatableMigration[] {
  return filesIn(folder, /^[a-z0-9_]+\.sql$/).map(({ name, sql }) => ({
    id: `${prefix}/${name}`,
    sql,
    generation,
  }));
}

/** Returns a digest of the repeatable migrations in `migrations`: their ids, texts and order. */
export function digestOfRepeatable(migrations: readonly Migration[]): string {
  const hash = createHash("sha256");
  for (const migration of migrations) {
    if ("generation" in migration) {
      hash.update(`${migration.id}\0${migration.sql}\0`);
    }
  }
  return hash.digest("hex");
}

function filesIn(folder: URL, pattern: RegExp): { readonly name: string; readonly sql: string }[] {
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => ({
      name: name.replace(/\.sql$/, ""),
      sql: readFileSync(new URL(name, folder), "utf8"),
    }));
}
