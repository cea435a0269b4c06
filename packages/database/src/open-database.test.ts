import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "./index.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

const MIGRATIONS = [
  {
    id: "test-0001",
    sql: `create table item (id bigint primary key, name text);
      insert into item select n, 'item ' || n from generate_series(1, 100) n;
      grant select on item to tessera_app;`,
  },
];

let database: TestDatabase;
let db: Database<object>;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: MIGRATIONS });
  db = openDatabase<object>({ url: database.appUrl, pipelinedConnections: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("database: a pipelined read is planned only once, even if it returns few rows", async () => {
  for (let id = 1n; id <= 20n; id += 1n) {
    const rows = await db.sql`select name from item where id = any(${[String(id)]}::bigint[])`;
    expect(rows).toEqual([{ name: `item ${id}` }]);
  }
  const [plans] = await db.sql`
    select generic_plans, custom_plans from pg_prepared_statements
    where statement like 'select name from item%'`;
  expect(plans).toEqual({ generic_plans: 20n, custom_plans: 0n });
});

test("database: a pipelined read uses the index even if the table is small", async () => {
  const plan = await db.sql`
    explain (costs off) select name from item where id = any(${["1"]}::bigint[])`;
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("item_pkey");
});
