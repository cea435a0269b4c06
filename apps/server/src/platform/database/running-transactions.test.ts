import { type Database, inTransaction, openDatabase } from "@tessera/database";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrations } from "../../db/migrations.ts";
import { allEndedBefore, takeTransactionNumber } from "./running-transactions.repository.ts";

let database: TestDatabase;
let db: Database<object>;

beforeAll(async () => {
  database = await createTestDatabase({ migrations });
  db = openDatabase({ url: database.appUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it("running transactions: the newest one that writes counts as running until it ends", async () => {
  let number = 0n;
  await inTransaction(db, async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx);
    number = await takeTransactionNumber(db);
    expect(await allEndedBefore(db, number)).toBe(false);
  });
  // Transactions of other databases on the same PostgreSQL count, too.
  await expect.poll(() => allEndedBefore(db, number), { timeout: 60_000 }).toBe(true);
});
