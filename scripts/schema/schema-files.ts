import { globSync, readFileSync } from "node:fs";
import { ownersOf } from "../../tools/table-ownership/ownership-problems.ts";
import { OUTSIDE, readModules } from "../../tools/table-ownership/read-ownership.ts";
import { fromRoot } from "../repository.ts";
import type { Relation } from "./catalog.ts";
import { type SqlObject, type TableUsers, writePage } from "./schema-page.ts";
import { writeTypes } from "./table-types.ts";

/** Returns the generated files by path relative to the repository's root. */
export async function schemaFiles(
  relations: readonly Relation[],
): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const page = writePage(relations, await readUsers(relations), {
    functions: objectsIn("{functions,practice/functions,triggers}", "function"),
    views: objectsIn("views", "view"),
  });
  return [
    { file: "apps/server/src/db/schema.generated.ts", text: writeTypes(relations) },
    { file: "docs/schema.md", text: page },
  ];
}

async function readUsers(relations: readonly Relation[]): Promise<ReadonlyMap<string, TableUsers>> {
  const modules = await readModules();
  const tables = relations.map(({ name }) => name);
  const using = (names: (module: string) => readonly string[], table: string) =>
    [...modules.keys()].filter((module) => names(module).includes(table));
  const owners = ownersOf({ modules, tables, outside: OUTSIDE });
  return new Map(
    tables.map((table) => [
      table,
      {
        owner: owners.get(table)?.[0] ?? "nobody",
        readers: using((module) => modules.get(module)?.reads ?? [], table),
        writers: using((module) => Object.keys(modules.get(module)?.writes ?? {}), table),
      },
    ]),
  );
}

/** Returns the functions or views created by the SQL files in `folders`, with their names. */
function objectsIn(folders: string, kind: "function" | "view"): SqlObject[] {
  const created = new RegExp(`^create (?:or replace )?${kind} ([\\w.]+)`, "gm");
  return ["apps/server/src/db", "packages/ledger/src/sql"]
    .flatMap((folder) => globSync(`${folder}/${folders}/*.sql`, { cwd: fromRoot() }))
    .map((file) => file.replaceAll("\\", "/"))
    .flatMap((file) =>
      [...readFileSync(fromRoot(file), "utf8").matchAll(created)].map(([, name = ""]) => ({
        name,
        file,
      })),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
