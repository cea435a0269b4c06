import { sql } from "kysely";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "../index.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";

let database: TestDatabase;
let db: Database<object>;
let plain: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [] });
  db = openDatabase<object>({ url: database.appUrl });
  plain = postgres(database.appUrl, { max: 1 });
});
afterAll(async () => {
  await plain.end();
  await db.close();
  await database.drop();
});

const AT = new Date("2026-11-26T12:00:00.000Z");
const ARRAYS = [
  ["bigint[]", [1n, null, 9_007_199_254_740_993n]],
  ["boolean[]", [true, null, false]],
  ["timestamptz[]", [AT, null]],
] as const;

it.each(ARRAYS)(
  "array parameters: Kysely sends an array of type %s correctly",
  async (type, values) => {
    const { rows } = await sql<{ value: string }>`
    select to_jsonb(${[...values]}::${sql.raw(type)})::text as value`.execute(db.kysely);
    const sent = values.map((value) => (value instanceof Date ? value.getTime() : value));
    const numbers = /\[.*\]/.exec(rows[0]?.value ?? "")?.[0];
    const arrived: unknown[] = JSON.parse(numbers ?? "[]");
    expect(
      arrived.map((value) => (typeof value === "string" ? new Date(value).getTime() : value)),
    ).toEqual(sent.map((value) => (typeof value === "bigint" ? Number(value) : value)));
  },
);

// If these tests fail, the installed postgres.js no longer needs `withoutInferredType`.
it.each(ARRAYS)(
  "array parameters: postgres.js on its own gives an array of type %s its element's type",
  async (type, values) => {
    const refused = plain.unsafe(`select $1::${type} as value`, [[...values]] as never[]);
    await expect(refused).rejects.toThrow();
  },
);
