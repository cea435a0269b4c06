import { digestOfRepeatable, migrate, openDatabase } from "@tessera/database";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import generation from "./generation.json" with { type: "json" };
import { practiceMigrations } from "./migrations.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrations: practiceMigrations });
});
afterAll(() => database.drop());

const repeatable = practiceMigrations.filter((one) => "generation" in one);
const versioned = practiceMigrations.filter((one) => !("generation" in one));

test("migrations: the SQL generation matches the current functions, views and triggers", () => {
  const own = repeatable.filter(({ id }) => !id.startsWith("ledger-"));
  expect(digestOfRepeatable(own), "run npm run sql:generation").toBe(generation.digest);
});

test("migrations: each function and view is in a file with the same name", () => {
  for (const { id, sql } of repeatable.filter(({ id }) => /-(functions|views)\//.test(id))) {
    const created = [...sql.matchAll(/^create (?:or replace )?(?:function|view) ([\w.]+)/gm)];
    const name = id.replace(/.*\//, "");
    const schema = id.startsWith("ledger-") ? "ledger." : "";
    expect([id, created.map(([, found]) => found)]).toEqual([id, [`${schema}${name}`]]);
  }
});

test("migrations: functions, views and triggers are only in repeatable migrations", () => {
  // The queue library defines the schema of the job queue, and stored rows depend on audit_ref.
  const exceptions = ["create function ledger.audit_ref"];
  for (const { id, sql } of versioned.filter(({ id }) => !id.endsWith("_jobs"))) {
    const created = sql.match(/^create (?:or replace )?(?:function|view|trigger) \S+?(?=\(|\s)/gm);
    expect([id, (created ?? []).filter((one) => !exceptions.includes(one))]).toEqual([id, []]);
  }
});

test("migrations: no function is overloaded, as new signatures replace old ones", async () => {
  const db = openDatabase({ url: database.ownerUrl });
  const overloaded = await db.sql`
    select p.pronamespace::regnamespace::text || '.' || p.proname as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'ledger'::regnamespace)
    group by 1 having count(*) > 1`;
  expect([...overloaded]).toEqual([]);
  await db.close();
});

test("migrations: every repeatable migration can run twice on the same database", async () => {
  const { ownerUrl } = database;
  const db = openDatabase({ url: ownerUrl });
  await db.sql`delete from tessera_migration where generation is not null`;
  await db.close();
  const ran = await migrate({ ownerUrl, migrations: practiceMigrations });
  expect(ran).toEqual(repeatable.map(({ id }) => id));
});
