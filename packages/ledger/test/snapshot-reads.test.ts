import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { houseAccount } from "../src/index.ts";
import {
  type Customer,
  type Fixture,
  movementOf,
  openCustomer,
  openFixture,
} from "./ledger-fixture.ts";

const FEES = houseAccount("fees", "USD");
const WRITERS = 8;
const MOVEMENTS = 60;
/** One writer also reads after this many movements, in case the readers are slow. */
const READ_EVERY = 10;

let fixture: Fixture;
/** Separate connections as the owner, as a report would use. */
let readers: postgres.Sql;
beforeAll(async () => {
  fixture = await openFixture();
  readers = postgres(fixture.database.ownerUrl, { max: 4, onnotice: () => undefined });
});
afterAll(async () => {
  await readers.end();
  await fixture.close();
});

/** Reads the sum of the customers' balances and the ledger's total in one snapshot. */
async function readOnce(ids: readonly string[]) {
  const [row] = await readers<{ total: string; off: string | null }[]>`
    select (
        select sum(posted) from ledger.balance where account_id = any(${ids}::bigint[])
      ) as total,
      (select sum(posted) from (
        select posted from ledger.balance
        union all
        select ledger.house_balance(id) from ledger.account where id < 1000 and currency = 'USD'
      ) every_account) as off`;
  return { total: BigInt(row?.total ?? 0), off: BigInt(row?.off ?? -1) };
}

/** Builds a movement whose legs together reduce the customer's balance by 1. */
function spend({ customerId, account, card }: Customer) {
  return movementOf(customerId, [
    { type: "transfer", debit: account, credit: card, amountMinor: 2n },
    { type: "transfer", debit: card, credit: account, amountMinor: 1n },
    { type: "transfer", debit: account, credit: FEES, amountMinor: 1n },
  ]);
}

test("snapshots: the balances in each snapshot sum to zero while writers post", async () => {
  const customers = await Promise.all(
    Array.from({ length: WRITERS }, () => openCustomer(fixture, 1_000n)),
  );
  const ids = customers.flatMap(({ account, card }) => [String(account), String(card)]);
  // Opens the connections, so that the reads begin along with the writes.
  await Promise.all(Array.from({ length: 4 }, () => readOnce(ids)));
  let isWriting = true;
  const seen: { total: bigint; off: bigint }[] = [];
  const reading = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (isWriting) {
        seen.push(await readOnce(ids));
      }
    }),
  );
  await Promise.all(
    customers.map(async (customer, writer) => {
      for (let index = 0; index < MOVEMENTS; index += 1) {
        expect((await fixture.ledger.submit(spend(customer))).outcome).toBe("posted");
        if (writer === 0 && index % READ_EVERY === 0) {
          seen.push(await readOnce(ids));
        }
      }
    }),
  );
  isWriting = false;
  await reading;

  expect(seen.filter(({ off }) => off !== 0n)).toEqual([]);
  // The reads were interleaved with the writes.
  const totals = new Set(seen.map(({ total }) => total));
  expect(totals.size).toBeGreaterThan(3);
  const left = BigInt(WRITERS) * 1_000n - BigInt(WRITERS * MOVEMENTS);
  expect((await readOnce(ids)).total).toBe(left);
});
