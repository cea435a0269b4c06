import { earlierTransactionsEnd } from "@tessera/database/testing";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealingKeyOf } from "../../platform/crypto/sealing-key.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { seedDemo } from "../seed/seed-demo.ts";
import { printBooks } from "./print-books.ts";
import { verifyBooks } from "./verify-books.ts";

let setup: TestContext;
let owner: postgres.Sql;

beforeAll(async () => {
  setup = await createTestContext();
  owner = postgres(setup.ownerUrl, { max: 1, onnotice: () => undefined });
  await seedDemo(setup.context);
  const { ledger, db, keys } = setup.context;
  await earlierTransactionsEnd(owner);
  await ledger.seal(db, sealingKeyOf(keys));
}, 300_000);
afterAll(async () => {
  await owner.end();
  await setup.close();
});

const verifyNow = () => verifyBooks(setup.context.ledger, setup.context.db);

async function brokenNames(): Promise<string[]> {
  return (await verifyNow()).invariants.filter(({ holds }) => !holds).map(({ name }) => name);
}

/**
 * Runs the statement `plant`, then the verification, and finally `undo`. Returns the names of the
 * violated invariants.
 */
async function brokenAfter(plant: string, undo: string): Promise<string[]> {
  await owner.unsafe(plant);
  try {
    return await brokenNames();
  } finally {
    await owner.unsafe(undo);
  }
}

test("verify: a year's demo data is intact, and all server checks but two cover rows", async () => {
  const books = await verifyNow();
  expect(books.invariants.filter(({ holds }) => !holds)).toEqual([]);
  expect(books.holds).toBe(true);
  const looked = books.invariants.filter(({ rows }) => rows !== null);
  const idle = looked.filter(({ rows }) => rows === 0).map(({ name }) => name);
  expect(looked.length).toBeGreaterThanOrEqual(10);
  // The demo's chain takes no payment back, and no demo card is frozen or closed.
  expect(idle).toEqual([
    "every retracted credit was taken back in full",
    "a frozen, closing or closed card's account takes no debits",
  ]);
  expect(printBooks(books)).toContain("Everything holds.");
});

test("verify: reads a payment of the maximum amount, and reports it if it is wrong", async () => {
  const huge = "999999999999.99".replace(".", "");
  const change = (amount: string) => `update deposit_payment set amount_minor = ${amount}
    where id = (select id from deposit_payment order by id limit 1)`;
  const [row] = await owner<{ amount: bigint }[]>`
    select amount_minor as amount from deposit_payment order by id limit 1`;
  expect(await brokenAfter(change(huge), change(String(row?.amount)))).toEqual([
    "every final payment was credited once, in full",
    "every credit of an asset is booked as its payment arrived",
  ]);
});

describe("verify: finds a planted corruption", () => {
  const one = (table: string, where: string) => `(select id from ${table} where ${where} limit 1)`;
  const onMovement = (change: string) =>
    `alter table ledger.movement disable trigger user; ${change};
     alter table ledger.movement enable trigger user`;
  const quoted = one("ledger.movement", "kind = 'card_deposit' and parent_id is null");

  test.each([
    [
      "a charge above its quote",
      onMovement(`update ledger.movement set fee = fee + 1 where id = ${quoted}`),
      onMovement(`update ledger.movement m set fee = q.fee_minor from card_quote q
        where q.id = m.id`),
      "every charge matches its quote",
    ],
    [
      "a quote below its schedule's fee",
      `update card_quote set fee_minor = fee_minor - 1 where id = ${quoted}`,
      `update card_quote set fee_minor = fee_minor + 1 where id = ${quoted}`,
      "every quote has the fee of its schedule",
    ],
    [
      "a payment that claims another amount",
      "update deposit_payment set amount_minor = amount_minor + 100",
      "update deposit_payment set amount_minor = amount_minor - 100",
      "every final payment was credited once, in full",
    ],
    [
      "a credit without a payment",
      `create table kept as select id, credit_movement_id, credited_at from deposit_payment limit 1;
       update deposit_payment set credit_movement_id = null, credited_at = null
       where id = (select id from kept)`,
      `update deposit_payment p set credit_movement_id = k.credit_movement_id,
         credited_at = k.credited_at from kept k where k.id = p.id;
       drop table kept`,
      "every chain credit belongs to a payment",
    ],
    [
      "a deposit that reads as expired though it was credited",
      "update deposit set status = 'expired' where status = 'completed'",
      "update deposit set status = 'completed' where seen_at is not null",
      "every deposit matches its movement",
    ],
    [
      "a card on somebody else's account",
      "update card set funding_account = 1 + funding_account where network = 'visa'",
      "update card set funding_account = funding_account - 1 where network = 'visa'",
      "every card has its own accounts, of its customer and currency",
    ],
    [
      "a frozen card whose account still pays",
      "update card set status = 'frozen', frozen_at = now() where network = 'visa'",
      "update card set status = 'active', frozen_at = null where network = 'visa'",
      "a frozen, closing or closed card's account takes no debits",
    ],
    [
      "a freeze that the card's status lacks",
      `insert into card_freeze
       select id, 'risk', 'strategy', '{}', now(), 'planted' from card limit 1`,
      "delete from card_freeze where actor = 'planted'",
      "a card is frozen exactly while somebody keeps it so",
    ],
    [
      "a card that closes without a request",
      "update card set status = 'closing' where network = 'visa'",
      "update card set status = 'active' where network = 'visa'",
      "a closing card was asked to close",
    ],
    [
      "a merchant lock without a payment",
      `update card set usage = 'merchant_locked', locked_merchant_key = 'X',
       locked_merchant_name = 'X' where network = 'visa'`,
      `update card set usage = 'standard', locked_merchant_key = null,
       locked_merchant_name = null where network = 'visa'`,
      "a locked card is locked to whom it paid first",
    ],
    [
      "a limit that omits a payment",
      `update ledger.counter set amount = amount - 1 where time_window like 'month:%'
       and amount > 0`,
      `update ledger.counter set amount = amount + 1 where time_window like 'month:%'
       and amount > 0`,
      "a card's month counters equal what it spent",
    ],
    [
      "a balance without transfers",
      "update ledger.balance set posted = posted + 1 where posted > 0",
      "update ledger.balance set posted = posted - 1 where posted > 0",
      "every currency sums to zero",
    ],
  ])("%s", async (_, plant, undo, name) => {
    expect(await brokenAfter(plant, undo)).toContain(name);
    expect(await brokenNames()).toEqual([]);
  });
});

test("verify: names the first violating row", async () => {
  await owner`update deposit_payment set amount_minor = amount_minor + 100`;
  const books = await verifyNow();
  await owner`update deposit_payment set amount_minor = amount_minor - 100`;
  expect(books.holds).toBe(false);
  expect(printBooks(books)).toMatch(
    /BROKEN {2}every final payment[\s\S]*First: every final payment[\s\S]*"payment"/,
  );
});
