import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { TableDeclaration } from "../../apps/server/src/platform/database/declare-tables.ts";
import { fromRoot } from "../../scripts/repository.ts";
import type { OwnershipInput } from "./ownership-problems.ts";
import { relationsIn } from "./sql-tables.ts";

const SERVER = fromRoot("apps/server/src");
const NO_PRODUCTION_CODE = /\.(?:test|fixtures)\.ts$|^testing\//;
const SQL_TEXTS = [
  "apps/server/src/db/{functions,views,triggers,practice/functions}/*.sql",
  "packages/ledger/src/sql/{functions,views,triggers}/*.sql",
];

const EXEMPT = {
  operations:
    "backups, exports, verification and key rotation read every table, by lists or as a check",
};
export const OUTSIDE = {
  "ledger.": "packages/ledger",
  "jobs.": "pg-boss",
  tessera_migration: "packages/database",
};

/** Reads the server's declarations, by module folder relative to `apps/server/src`. */
export async function readModules(): Promise<ReadonlyMap<string, TableDeclaration>> {
  const files = globSync("**/tables.ts", { cwd: SERVER }).sort();
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, TableDeclaration]> => {
        const { tables } = await import(pathToFileURL(path.join(SERVER, file)).href);
        return [path.dirname(file).replaceAll("\\", "/"), tables];
      }),
    ),
  );
}

/** Lists the tables and views in the generated types. */
function readTableNames(): string[] {
  const text = readFileSync(path.join(SERVER, "db/schema.generated.ts"), "utf8");
  const names = text.slice(text.indexOf("interface DB")).matchAll(/^ {2}"?([\w.]+)"?: /gm);
  return [...names].map(([, name = ""]) => name);
}

/** Reads the server's code and its declarations. */
export async function readOwnership(): Promise<OwnershipInput> {
  const files = globSync("**/*.ts", { cwd: SERVER })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !NO_PRODUCTION_CODE.test(file));
  const sql = SQL_TEXTS.flatMap((pattern) => globSync(fromRoot(pattern)));
  const named = sql.flatMap((file) => relationsIn(readFileSync(file, "utf8")));
  return {
    files: files.map((file) => ({
      path: file,
      text: readFileSync(path.join(SERVER, file), "utf8"),
    })),
    modules: await readModules(),
    tables: readTableNames(),
    usedInSql: new Set(named.map(({ table }) => table)),
    exempt: EXEMPT,
    outside: OUTSIDE,
  };
}
