import { type Database, inTransaction, openDatabase } from "@tessera/database";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../../db/migrations.ts";
import { createKeys } from "../crypto/keys.ts";
import { newId } from "../ids.ts";
import { createDirectory } from "./directory.ts";

let database: TestDatabase;
let db: Database<object>;
// The same program, as two of its cells see it.
const keys = createKeys(Buffer.alloc(32, 7));
const first = createDirectory(keys, 1);
const second = createDirectory(keys, 2);

beforeAll(async () => {
  database = await createTestDatabase({ migrations });
  db = openDatabase({ url: database.appUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

describe("directory of names", () => {
  it("finds a person's cell by username and by email, ignoring case", async () => {
    const ada = newId();
    await first.claim(db.kysely, ada, { username: "ada", email: "ada@example.com" });
    const place = { cell: 1, personId: ada };
    expect(await second.find(db.kysely, "Ada")).toEqual(place);
    expect(await second.find(db.kysely, "ADA@example.com")).toEqual(place);
    expect(await second.find(db.kysely, "nobody")).toBeUndefined();
  });

  it("takes both names of a new person or neither", async () => {
    await first.claim(db.kysely, newId(), { username: "ben", email: "ben@example.com" });
    const late = newId();
    const names = { username: "benjamin", email: "ben@example.com" };
    expect(await second.claim(db.kysely, late, names)).toBe(false);
    expect(await first.find(db.kysely, "benjamin")).toBeUndefined();
  });

  it("keeps the former name of a person whose new name is taken", async () => {
    const [cem, dan] = [newId(), newId()];
    await first.claim(db.kysely, cem, { username: "cem" });
    await second.claim(db.kysely, dan, { username: "dan" });
    expect(await second.replace(db.kysely, dan, "username", "cem")).toBe(false);
    expect(await first.find(db.kysely, "dan")).toEqual({ cell: 2, personId: dan });
    expect(await second.replace(db.kysely, dan, "username", "daniel")).toBe(true);
    expect(await second.replace(db.kysely, dan, "username", "daniel")).toBe(true);
    expect(await first.find(db.kysely, "dan")).toBeUndefined();
    expect([...(await first.takenUsernames(db.kysely, ["cem", "dan", "daniel"]))].sort()).toEqual([
      "cem",
      "daniel",
    ]);
  });

  it("gives one name to one of two cells that take it at the same time", async () => {
    for (let round = 0; round < 20; round += 1) {
      const names = { username: `racer${round}`, email: `racer${round}@example.com` };
      const claims = await Promise.all(
        [first, second].map((cell) => inTransaction(db, (tx) => cell.claim(tx, newId(), names))),
      );
      expect(claims.toSorted()).toEqual([false, true]);
    }
  });

  it("makes released names available, and a rollback releases nothing", async () => {
    const [eve, fay] = [newId(), newId()];
    await first.claim(db.kysely, eve, { username: "eve", email: "eve@example.com" });
    await inTransaction(db, async (tx) => {
      await first.release(tx, eve, ["username", "email"]);
      throw new Error("rolled back");
    }).catch(() => undefined);
    expect(await second.claim(db.kysely, fay, { username: "eve" })).toBe(false);
    await first.release(db.kysely, eve, ["username"]);
    expect(await second.claim(db.kysely, fay, { username: "eve" })).toBe(true);
    expect(await second.find(db.kysely, "eve@example.com")).toEqual({ cell: 1, personId: eve });
  });

  it("stores no name in plain text", async () => {
    await first.claim(db.kysely, newId(), { username: "plain-name", email: "plain@example.com" });
    const rows = await db.sql`select directory_name::text as row from directory_name`;
    expect(rows.map(({ row }) => row).join()).not.toMatch(/plain/);
  });
});
