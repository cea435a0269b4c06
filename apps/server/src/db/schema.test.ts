import { readFileSync } from "node:fs";
import { type Database, openDatabase } from "@tessera/database";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromRoot } from "../../../../scripts/repository.ts";
import { readCatalog } from "../../../../scripts/schema/catalog.ts";
import { schemaFiles } from "../../../../scripts/schema/schema-files.ts";
import { DRIVER_TYPES } from "../../../../scripts/schema/table-types.ts";
import { practiceMigrations } from "./migrations.ts";

let database: TestDatabase;
let db: Database<object>;
beforeAll(async () => {
  database = await createTestDatabase({ migrations: practiceMigrations });
  db = openDatabase({ url: database.ownerUrl });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

test("schema: the generated types and the schema page match a migrated database", async () => {
  for (const { file, text } of await schemaFiles(await readCatalog(db.sql))) {
    expect(text === readFileSync(fromRoot(file), "utf8"), `${file}: run npm run schema`).toBe(true);
  }
});

test("schema: changing a column changes the generated types and the schema page", async () => {
  await db.sql`alter table deposit add column planted boolean`;
  const files = await schemaFiles(await readCatalog(db.sql));
  await db.sql`alter table deposit drop column planted`;
  expect(files.map(({ text }) => text.includes("planted"))).toEqual([true, true]);
});

test("schema: every table and view has a comment that says what a row represents", async () => {
  const catalog = await readCatalog(db.sql);
  const silent = catalog.filter(({ comment, name }) => !comment && !name.startsWith("jobs."));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

/** A value of each type, and how the driver represents it. */
const VALUES: Readonly<Record<string, readonly [literal: string, value: unknown]>> = {
  bool: ["true", true],
  int2: ["7", 7],
  int4: ["7", 7],
  int8: ["7", 7n],
  float8: ["0.5", 0.5],
  numeric: ["0.50", "0.50"],
  text: ["a", "a"],
  varchar: ["a", "a"],
  uuid: ["00000000-0000-7000-8000-000000000000", "00000000-0000-7000-8000-000000000000"],
  xid8: ["7", "7"],
  interval: ["1 day", "1 day"],
  bytea: ["\\x07", Buffer.from([7])],
  // A timestamp without a time zone is interpreted in the process's time zone.
  timestamp: ["2026-01-02 03:04:05", new Date("2026-01-02 03:04:05")],
  timestamptz: ["2026-01-02 03:04:05Z", new Date("2026-01-02T03:04:05Z")],
  jsonb: ['{"a": [1]}', { a: [1] }],
};

test.each(Object.entries(DRIVER_TYPES))("the driver returns %s as a %s", async (type, expected) => {
  const [literal = "", value] = VALUES[type] ?? [];
  const { rows } = await sql<{ value: unknown; list: unknown }>`
    select ${sql.lit(literal)}::${sql.raw(type)} as value,
      array[${sql.lit(literal)}::${sql.raw(type)}] as list`.execute(db.kysely);
  expect(rows).toEqual([{ value, list: [value] }]);
  const name = Object.getPrototypeOf(value).constructor.name;
  expect([name, name.toLowerCase(), "unknown"]).toContain(expected);
});
