import { expect, it } from "vitest";
import { directoryScript, directoryTablesIn, readDirectoryTables } from "./directory-tables.ts";

const MIGRATION = `
create table if not exists directory_thing (
  key_hash bytea primary key
);
create index if not exists directory_thing_by_key on directory_thing (key_hash);
grant select, update (n, hash) on directory_thing to tessera_app;
create table of_the_cell (
  id int
);
create index of_the_cell_id on of_the_cell (id);
grant select on of_the_cell to tessera_app;
`;

it("directory: finds its tables, indexes and grants in the migrations, and no others", () => {
  const { tables, statements } = directoryTablesIn(MIGRATION);
  expect(tables).toEqual(["directory_thing"]);
  expect(statements).toHaveLength(3);
  expect(statements.join()).not.toContain("of_the_cell");
});

it("directory: has conditional indexes, and none that a later migration drops", async () => {
  const { statements } = await readDirectoryTables();
  const onCards = statements.filter((one) => one.startsWith("create index") && /_card /.test(one));
  expect(onCards).toEqual([
    "create index if not exists directory_card_listed on directory_card (cell, card_id);",
  ]);
});

it("directory: grants on columns become grants on the table, which Citus passes on", () => {
  expect(directoryTablesIn(MIGRATION).statements).toContain(
    "grant select, update on directory_thing to tessera_app;",
  );
});

it("directory: only the list of cells is copied to every node", async () => {
  const found = await readDirectoryTables();
  expect([...found.tables].sort()).toEqual([
    "cell",
    "directory_card",
    "directory_cell",
    "directory_head",
    "directory_name",
    "directory_range",
    "directory_setting",
  ]);
  const script = directoryScript(found);
  expect(script.match(/create_reference_table\('\w+'\)/g)).toEqual([
    "create_reference_table('cell')",
  ]);
  expect(script).toContain("create_distributed_table('directory_name', 'key_hash')");
  expect(script).toContain("create_distributed_table('directory_range', 'prefix')");
  expect(script).not.toMatch(/update \(/);
});
