import { type Database, openDatabase } from "@tessera/database";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrations } from "../../db/migrations.ts";
import { addDatabaseMark } from "./database-mark.repository.ts";
import { requireCell, settleCell } from "./settle-cell.ts";

let database: TestDatabase;
let db: Database<object>;

beforeEach(async () => {
  database = await createTestDatabase({ migrations });
  db = openDatabase({ url: database.ownerUrl });
  await addDatabaseMark(db.sql, {
    kind: "sandbox",
    deploymentId: "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f",
  });
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

it("a database's cell: cell 1 needs nothing", async () => {
  await settleCell(db.sql, 1);
  await expect(requireCell(db.sql, 1)).resolves.toBeUndefined();
});

it("a database's cell: a number that the program does not list is refused", async () => {
  await expect(settleCell(db.sql, 2)).rejects.toThrow("The program has no cell 2. Set CELLS=1");
});

it("a database's cell: an unused database takes the number of a listed cell", async () => {
  await db.sql`insert into cell (id) values (2)`;
  await settleCell(db.sql, 2);
  await expect(requireCell(db.sql, 2)).resolves.toBeUndefined();
});

it("a database's cell: a used database keeps its number", async () => {
  await db.sql`insert into cell (id) values (2)`;
  await db.sql`insert into customer (id, created_at) values (gen_random_uuid(), now())`;
  await expect(settleCell(db.sql, 2)).rejects.toThrow(
    "This database is cell 1 and is not used as cell 2. Set CELLS=1 to keep using it",
  );
});
