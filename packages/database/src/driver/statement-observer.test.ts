import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, type ExecutedStatement, inTransaction, openDatabase } from "../index.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";

const MIGRATIONS = [
  {
    id: "test-0001",
    sql: `create table item (id bigint primary key, name text);
      grant select, insert on item to tessera_app;`,
  },
];

interface Observed extends ExecutedStatement {
  /** The caller's name, from the asynchronous context. */
  readonly caller: string | undefined;
}

let database: TestDatabase;
let db: Database<object>;
const callers = new AsyncLocalStorage<string>();
const observed: Observed[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ migrations: MIGRATIONS });
  db = openDatabase<object>({
    url: database.appUrl,
    onStatement: (statement) => observed.push({ ...statement, caller: callers.getStore() }),
  });
});
beforeEach(() => {
  observed.length = 0;
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("statement observer: receives each statement only once, without its parameters", async () => {
  const { sql } = db;
  const condition = sql`where name = ${"a secret"}`;
  await callers.run("pipelined", async () => await sql`select id from item ${condition}`);
  await callers.run("unsafe", () =>
    db.autoCommit(sql.unsafe("insert into item values ($1, $2)", ["1", "a secret"])),
  );
  await callers.run("pooled", () =>
    inTransaction(db, (tx) =>
      tx.executeQuery(CompiledQuery.raw("select name from item where id = $1", ["1"])),
    ),
  );
  expect(
    observed.map(({ caller, text }) => [caller, text.split(" ").slice(0, 3).join(" ")]),
  ).toEqual([
    ["pipelined", "select id from"],
    ["unsafe", "insert into item"],
    ["pooled", "start transaction isolation"],
    ["pooled", "select name from"],
    ["pooled", "commit"],
  ]);
  expect(observed.every(({ durationMs }) => durationMs > 0 && durationMs < 5_000)).toBe(true);
  expect(JSON.stringify(observed)).not.toContain("a secret");
});

test("statement observer: a failure reaches both the observer and the caller", async () => {
  const failing = callers.run("failing", async () => await db.sql`select ${"x"}::int as number`);
  await expect(failing).rejects.toMatchObject({ code: "22P02" });
  expect(observed).toMatchObject([{ caller: "failing", error: { code: "22P02" } }]);
});

test("statement observer: a query awaited twice is sent and reported only once", async () => {
  const query = db.sql`select 1 as one`;
  expect(await Promise.all([query, query])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  expect(observed).toHaveLength(1);
});
