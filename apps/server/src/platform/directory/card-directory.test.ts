import { randomBytes } from "node:crypto";
import { openDatabase } from "@tessera/database";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrations } from "../../db/migrations.ts";
import type { Db } from "../database/db.ts";
import { createCardDirectory } from "./card-directory.ts";

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase({ migrations });
  db = openDatabase<object>({ url: database.appUrl });
}, 300_000);
afterAll(async () => {
  await db.close();
  await database.drop();
});

const [one, two] = [createCardDirectory(1), createCardDirectory(2)];

it("ranges: cells that ask at the same time get different ones, and keep them", async () => {
  const asked = await Promise.all(
    [one, two].flatMap((cell) =>
      Array.from({ length: 5 }, () => cell.prefixFor(db.kysely, "400000", 0)),
    ),
  );
  const [first, second] = [new Set(asked.slice(0, 5)), new Set(asked.slice(5))];
  expect([first.size, second.size]).toEqual([1, 1]);
  expect(new Set(asked).size).toBe(2);
  expect(await one.prefixFor(db.kysely, "400000", 0)).toBe(asked[0]);
});

it("ranges: a cell whose draws are in vain takes another one", async () => {
  const ranges = new Set<string | undefined>();
  for (let attempt = 0; attempt < 15; attempt += 1) {
    ranges.add(await one.prefixFor(db.kysely, "410000", attempt));
  }
  expect(ranges.size).toBe(1);
  for (let taken = 2; taken < 6; taken += 1) {
    ranges.add(await one.prefixFor(db.kysely, "410000", 15));
    expect(ranges.size).toBe(taken);
  }
  expect([...ranges].every((range) => range?.startsWith("410000"))).toBe(true);
  for (let round = 0; round < 20; round += 1) {
    ranges.add(await one.prefixFor(db.kysely, "410000", 0));
  }
  expect(ranges.size).toBe(5);
});

it("ranges: a BIN of eight digits has ranges too, and a number finds its cell", async () => {
  const prefix = await two.prefixFor(db.kysely, "42000000", 0);
  expect(prefix).toMatch(/^42000000\d\d$/);
  const reader = createCardDirectory(9);
  expect(await reader.cellOfRange(db.kysely, `${prefix}123456`)).toBe(2);
  expect(await reader.cellOfRange(db.kysely, "4999999912345678")).toBeUndefined();
});

it("ranges: a cell gets none if others have all of a BIN", async () => {
  for (let range = 0; range < 100; range += 1) {
    const prefix = `430000${String(range).padStart(2, "0")}`;
    await db.sql`insert into directory_range (prefix, cell) values (${prefix}, 2)`;
  }
  expect(await one.prefixFor(db.kysely, "430000", 0)).toBeUndefined();
  expect(await two.prefixFor(db.kysely, "430000", 4)).toBeDefined();
});

it("cards: a key belongs to the first that claims it, also in a race", async () => {
  const key = { kind: "number", keyHash: randomBytes(32) } as const;
  const id = "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f";
  const claims = await Promise.all([one, two].map((cell) => cell.claim(db.kysely, id, key)));
  expect(claims.sort()).toEqual([false, true]);
});
