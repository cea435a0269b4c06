import { openDatabase } from "@tessera/database";
import postgres from "postgres";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLedger, houseAccount, type Movement } from "../src/index.ts";
import { type Fixture, movementOf, openCustomer, openFixture } from "./ledger-fixture.ts";

/** Less than one batch: statistics for the second half exist only once it has been counted. */
const WITHOUT_KEY = 500;
const BATCHES = 40;
const BATCH = 20;
/** A busy machine may take longer than the usual deadline to submit this many movements. */
const PATIENT = { deadlineMs: 60_000 };

let fixture: Fixture;
let owner: postgres.Sql;

beforeAll(async () => {
  fixture = await openFixture();
  owner = postgres(fixture.database.ownerUrl, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await owner.end();
  await fixture.close();
});

function deposit(customerId: string, account: bigint, clientKey: string | null): Movement {
  const debit = houseAccount("bank_clearing", "USD");
  return movementOf(customerId, [{ type: "transfer", debit, credit: account, amountMinor: 1n }], {
    clientKey,
  });
}

async function keysRead(): Promise<{ written: number; read: number }> {
  const [row] = await owner<{ written: number; read: number }[]>`
    select t.n_tup_ins::int as written, i.idx_tup_read::int as read
    from pg_stat_user_tables t join pg_stat_user_indexes i using (relid)
    where t.schemaname = 'ledger' and i.indexrelname = 'movement_client_key'`;
  return row ?? { written: 0, read: 0 };
}

test("client keys: lookups use the index, even if planned while the table was small", async () => {
  const { customerId, account } = await openCustomer(fixture);
  const before = Array.from({ length: WITHOUT_KEY }, () => deposit(customerId, account, null));
  await Promise.all(before.map((movement) => fixture.ledger.submit(movement, PATIENT)));
  await owner`vacuum analyze ledger.movement`;

  // On separate connections, which report their statistics when they close.
  const db = openDatabase<unknown>({ url: fixture.database.appUrl, maxConnections: 4 });
  const ledger = createLedger({ db });
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const movements = Array.from({ length: BATCH }, () => deposit(customerId, account, v7()));
    const results = await Promise.all(
      movements.map((movement) => ledger.submit(movement, PATIENT)),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(BATCH).fill("posted"));
  }
  await ledger.close();
  await db.close();

  await expect
    .poll(async () => (await keysRead()).written, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(BATCHES * BATCH);
  expect((await keysRead()).read).toBeLessThan(BATCHES * BATCH);
});
