import { databaseName, openDatabase, withDatabaseName } from "@tessera/database";
import { createTestDatabase, dropDatabase, type TestDatabase } from "@tessera/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrations } from "../db/migrations.ts";
import { preparePracticeDatabase } from "./practice-database.ts";

let real: TestDatabase;
let practiceOwnerUrl: string;
beforeAll(async () => {
  real = await createTestDatabase({ migrations });
  practiceOwnerUrl = withDatabaseName(real.ownerUrl, `${databaseName(real.ownerUrl)}_practice`);
});
afterAll(async () => {
  await dropDatabase(real.ownerUrl, databaseName(practiceOwnerUrl));
  await real.drop();
});

const prepare = (practiceUrl?: string) =>
  preparePracticeDatabase({ ...real, practiceUrl, cell: 1, hasSeparateOwner: false });

async function tablesOf(url: string): Promise<string[]> {
  const db = openDatabase<object>({ url, maxConnections: 3 });
  try {
    const rows = await db.sql<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname in ('public', 'ledger')`;
    return rows.map(({ name }) => name);
  } finally {
    await db.close();
  }
}

test("simulator's database: the first server creates it once, next to the real one", async () => {
  const urls = await Promise.all([prepare(), prepare(), prepare()]);
  expect(new Set(urls).size).toBe(1);
  expect(databaseName(urls[0] ?? "")).toBe(databaseName(practiceOwnerUrl));
  expect(await tablesOf(urls[0] ?? "")).toEqual(
    expect.arrayContaining(["practice_mark", "practice_session", "card", "movement"]),
  );
  expect(await prepare()).toBe(urls[0]);
  expect(await tablesOf(real.ownerUrl)).not.toContain("practice_session");
});

test("simulator's database: is not set up in a database that contains another ledger", async () => {
  await expect(prepare(real.ownerUrl)).rejects.toThrow(/contains another ledger/);
  expect(await tablesOf(real.ownerUrl)).not.toContain("practice_mark");
});

test("simulator's database: is created at its configured address with its own role", async () => {
  expect(await prepare(practiceOwnerUrl)).toBe(practiceOwnerUrl);
});
