import { Readable } from "node:stream";
import type postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { connectTo } from "./connect-to.ts";
import { copyRows } from "./copy-streams.ts";

let database: TestDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [] });
  sql = connectTo(database.ownerUrl, {});
  await sql`create table public.thing (amount int check (amount > 0))`;
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

it("copyRows: throws the server's error if it rejects the rows after all were sent", async () => {
  const copy = sql.begin(async (tx) => {
    await copyRows(tx.unsafe("copy public.thing from stdin"), Readable.from(["1\n", "-1\n"]));
  });
  await expect(copy).rejects.toMatchObject({ code: "23514" });
  expect(await sql`select amount from public.thing`).toEqual([]);
});

it("copyRows: returns as soon as the server has accepted the rows", async () => {
  await copyRows(sql.unsafe("copy public.thing from stdin"), Readable.from(["1\n", "2\n"]));
  expect(await sql`select amount from public.thing`).toEqual([{ amount: 1 }, { amount: 2 }]);
});
