import type { TestDatabase } from "@tessera/database/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { migrations } from "../../db/migrations.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { createTwoDatabases } from "../../testing/two-cells.ts";

const TEXT = migrations.find(({ id }) => id === "server-0020_program_settings")?.sql ?? "";

let one: TestDatabase;
let two: TestDatabase;

beforeAll(async () => {
  [one, two] = await createTwoDatabases();
}, 300_000);
afterAll(async () => {
  await Promise.all([one, two].map((database) => database?.drop()));
}, 300_000);

const run = (database: TestDatabase, text: string) =>
  withDatabase(database.ownerUrl, ({ sql }) => sql.unsafe(text));

/** Makes a database as it was before the migration. */
beforeEach(async () => {
  await run(
    two,
    "drop foreign table if exists directory_setting; drop table if exists program_copy",
  );
  await run(one, "drop table if exists directory_setting, program_copy");
  await run(one, "drop index if exists directory_card_listed");
  await run(one, "create index if not exists directory_card_cell on directory_card (cell)");
}, 60_000);

it("directory: a cell linked by an earlier version gets the link to the settings", async () => {
  await run(one, TEXT);
  await run(one, "insert into directory_setting (part, version, document) values ('a', 7, '{}')");
  await run(two, TEXT);
  const found = await withDatabase(two.appUrl, ({ sql }) =>
    sql.unsafe("select version::int from directory_setting"),
  );
  expect([...found]).toEqual([{ version: 7 }]);
});

it("directory: a linked cell waits for the migration of the first one", async () => {
  await expect(run(two, TEXT)).rejects.toThrow("the first cell has no table directory_setting");
  const [found] = await run(two, "select to_regclass('program_copy') is null as missing");
  expect(found).toEqual({ missing: true });
  await run(one, TEXT);
  await run(two, TEXT);
});

it("directory: a distributed directory needs its table for settings first", async () => {
  await run(one, "create table pg_dist_partition (logicalrelid regclass)");
  await run(one, "insert into pg_dist_partition values ('directory_name')");
  await expect(run(one, TEXT)).rejects.toThrow("no distributed table directory_setting");
  await run(one, "drop table pg_dist_partition");
  await run(one, TEXT);
  await run(two, TEXT);
});

it("directory: the list of a cell's cards is read by an index", async () => {
  await run(one, TEXT);
  await run(two, TEXT);
  const rows = await run(
    one,
    "select indexname as name from pg_indexes where tablename = 'directory_card' order by 1",
  );
  expect([...rows]).toEqual([{ name: "directory_card_listed" }, { name: "directory_card_pkey" }]);
});
