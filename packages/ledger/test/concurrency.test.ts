import { inTransaction, openDatabase } from "@tessera/database";
import { v4, v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createLedger,
  houseAccount,
  type Ledger,
  type Movement,
  type Result,
} from "../src/index.ts";
import {
  type Customer,
  type Fixture,
  movementOf,
  openCustomer,
  openFixture,
} from "./ledger-fixture.ts";

const FEES = houseAccount("fees", "USD");
/**
 * On a busy machine, dozens of movements that lock the same row may take longer than the usual
 * deadline.
 */
const PATIENT = { deadlineMs: 60_000 };

let fixture: Fixture;
/** Three ledgers, as if three servers were running. */
let engines: Ledger[];
let closeOthers: () => Promise<void>;

beforeAll(async () => {
  fixture = await openFixture();
  const others = [1, 2].map(() => openDatabase<unknown>({ url: fixture.database.appUrl }));
  engines = [fixture.ledger, ...others.map((db) => createLedger({ db }))];
  closeOthers = async () => {
    await Promise.all(engines.slice(1).map((engine) => engine.close()));
    await Promise.all(others.map((db) => db.close()));
  };
});
afterAll(async () => {
  await closeOthers();
  await fixture.close();
});

function engine(index: number): Ledger {
  return engines[index % engines.length] ?? fixture.ledger;
}

function spend(customer: Customer, amountMinor: bigint): Movement {
  return movementOf(customer.customerId, [
    { type: "transfer", debit: customer.account, credit: FEES, amountMinor },
  ]);
}

/** Submits most movements through the batchers, and some in separate transactions. */
function apply(movement: Movement, index: number): Promise<Result> {
  if (index % 5 !== 4) {
    return engine(index).submit(movement, PATIENT);
  }
  return inTransaction(fixture.db, async (tx) => {
    const [result] = await fixture.ledger.post(tx, [movement]);
    if (result === undefined) {
      throw new Error("no result");
    }
    return result;
  });
}

const outcomes = (results: readonly Result[]) =>
  results.map((result) => (result.outcome === "refused" ? result.reason : result.outcome)).sort();

test("concurrency: exactly one of 20 concurrent spends succeeds, 200 times", async () => {
  for (let round = 0; round < 200; round += 1) {
    const customer = await openCustomer(fixture, 100n);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => apply(spend(customer, 100n), index)),
    );
    expect(outcomes(results)).toEqual([...Array(19).fill("insufficient"), "posted"]);
  }
}, 600_000);

test("concurrency: a movement sent 50 times in parallel applies only once, 200 times", async () => {
  const customer = await openCustomer(fixture, 1_000_000n);
  for (let round = 0; round < 200; round += 1) {
    const movement = spend(customer, 1n);
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => apply(movement, index)),
    );
    expect(outcomes(results)).toEqual([...Array(49).fill("already_posted"), "posted"]);
    const stored = results.map((result) => (result.outcome === "refused" ? [] : result.balances));
    expect(new Set(stored.map((one) => String(one[0]?.postedMinor))).size).toBe(1);
  }
  const [balance] = await fixture.ledger.balances(fixture.db, [customer.account]);
  expect(balance?.postedMinor).toBe(1_000_000n - 200n);
}, 600_000);

test("concurrency: a client key used with many movement ids applies exactly once", async () => {
  const customer = await openCustomer(fixture);
  for (let round = 0; round < 40; round += 1) {
    const clientKey = `key ${round}`;
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        apply(
          movementOf(
            customer.customerId,
            // The movements share no lock: only the unique key decides.
            [
              {
                type: "transfer",
                debit: FEES,
                credit: houseAccount("suspense", "USD"),
                amountMinor: 1n,
              },
            ],
            { clientKey },
          ),
          index,
        ),
      ),
    );
    expect(outcomes(results)).toEqual([...Array(11).fill("mismatch"), "posted"]);
  }
}, 600_000);

test("concurrency: 64 clients moving money back and forth never deadlock", async () => {
  const customers = await Promise.all([1, 2].map(() => openCustomer(fixture, 10_000n)));
  const results: Result[] = [];
  await Promise.all(
    Array.from({ length: 64 }, async (_, client) => {
      for (let round = 0; round < 12; round += 1) {
        const { customerId, account, card } = customers[client % 2] as Customer;
        const [debit, credit] = (client >> 1) % 2 === 0 ? [account, card] : [card, account];
        const legs = [{ type: "transfer", debit, credit, amountMinor: 7n }] as const;
        results.push(await apply(movementOf(customerId, legs), client));
      }
    }),
  );
  // Which movements find the card empty is a matter of chance, but nothing else may go wrong.
  expect(["insufficient", "posted"]).toEqual(
    expect.arrayContaining([...new Set(outcomes(results))]),
  );
  expect(outcomes(results)).toContain("posted");
  for (const { account, card } of customers) {
    const held = await fixture.ledger.balances(fixture.db, [account, card]);
    expect(held.reduce((sum, { postedMinor }) => sum + postedMinor, 0n)).toBe(10_000n);
  }
}, 600_000);

test("concurrency: two authorizations never both use the remainder of a limit", async () => {
  for (let round = 0; round < 100; round += 1) {
    const customer = await openCustomer(fixture, 1_000n);
    const guard = { subject: v4(), window: "day:1", amountMinor: 60n, count: 1 };
    const holds = [v7(), v7(), v7()];
    const results = await Promise.all(
      holds.map((holdId, index) =>
        apply(
          movementOf(
            customer.customerId,
            [
              {
                type: "hold",
                holdId,
                account: customer.account,
                amountMinor: 60n,
                expiresAt: new Date(Date.now() + 1e6),
              },
            ],
            { status: "processing", guards: [{ ...guard, maxAmountMinor: 100n }] },
          ),
          index,
        ),
      ),
    );
    expect(outcomes(results)).toEqual(["guard_exceeded", "guard_exceeded", "posted"]);
    const holdId = holds[results.findIndex(({ outcome }) => outcome === "posted")] ?? "";
    const back = movementOf(
      customer.customerId,
      [{ type: "release", holdId, amountMinor: "all", as: "released" }],
      {
        guards: [{ ...guard, amountMinor: -60n, count: -1 }],
      },
    );
    expect(outcomes([await apply(back, round)])).toEqual(["posted"]);
    const [counter] = await fixture.db.sql<{ amount: bigint; count: bigint }[]>`
      select amount, count from ledger.counter where subject = ${guard.subject}`;
    expect(counter).toEqual({ amount: 0n, count: 0n });
  }
}, 600_000);

test("concurrency: 64 payments from two accounts never exceed account or ceiling", async () => {
  const expiresAt = new Date(Date.now() + 1e6);
  for (const [accountMinor, maxAmountMinor, posted] of [
    [1_000n, 300n, 30],
    [200n, 900n, 20],
  ] as const) {
    const { customerId, account, card } = await openCustomer(fixture, accountMinor + 64n);
    const load = { type: "transfer", debit: account, credit: card, amountMinor: 64n } as const;
    await apply(movementOf(customerId, [load]), 0);
    const guard = { subject: v4(), window: "draw:1", amountMinor: 10n, count: 1, maxAmountMinor };
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, index) => {
        const held = { type: "hold", expiresAt } as const;
        const legs = [
          { ...held, holdId: v7(), account: card, amountMinor: 1n },
          { ...held, holdId: v7(), account, amountMinor: 10n },
        ];
        return apply(movementOf(customerId, legs, { guards: [guard] }), index);
      }),
    );
    expect(results.filter(({ outcome }) => outcome === "posted")).toHaveLength(posted);
    const balances = await fixture.ledger.balances(fixture.db, [account, card]);
    expect(balances.map(({ heldMinor }) => heldMinor)).toEqual([
      BigInt(posted) * 10n,
      BigInt(posted),
    ]);
  }
}, 600_000);

test("concurrency: a payment is refused once an account that it requires is blocked", async () => {
  const { customerId, account, card } = await openCustomer(fixture, 1_000n);
  const payment = () =>
    movementOf(customerId, [
      { type: "require_open", account: card },
      {
        ...{ type: "hold", holdId: v7(), account, amountMinor: 1n },
        expiresAt: new Date(Date.now() + 1e6),
      },
    ]);
  expect(outcomes([await apply(payment(), 0)])).toEqual(["posted"]);
  await inTransaction(fixture.db, (tx) =>
    fixture.ledger.setAccountStatus(tx, card, "debits_blocked"),
  );
  expect(outcomes([await apply(payment(), 1)])).toEqual(["blocked"]);
}, 600_000);

test("concurrency: parallel captures of one hold never exceed the held amount", async () => {
  for (let round = 0; round < 60; round += 1) {
    const customer = await openCustomer(fixture, 100n);
    const holdId = v7();
    await fixture.ledger.submit(
      movementOf(customer.customerId, [
        {
          type: "hold",
          holdId,
          account: customer.account,
          amountMinor: 100n,
          expiresAt: new Date(Date.now() + 1e6),
        },
      ]),
    );
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        apply(
          movementOf(customer.customerId, [
            { type: "capture", holdId, credit: FEES, amountMinor: 40n, final: false },
          ]),
          index,
        ),
      ),
    );
    expect(outcomes(results).filter((outcome) => outcome === "posted")).toHaveLength(2);
    const [balance] = await fixture.ledger.balances(fixture.db, [customer.account]);
    expect([balance?.postedMinor, balance?.heldMinor]).toEqual([20n, 20n]);
  }
}, 600_000);

test("concurrency: every posting that starts after an account block sees the block", async () => {
  for (let round = 0; round < 40; round += 1) {
    const customer = await openCustomer(fixture, 1_000n);
    const racing = Array.from({ length: 6 }, (_, index) => apply(spend(customer, 1n), index));
    await inTransaction(fixture.db, (tx) =>
      fixture.ledger.setAccountStatus(tx, customer.account, "debits_blocked"),
    );
    const after = await apply(spend(customer, 1n), round);
    expect(outcomes([after])).toEqual(["blocked"]);
    await Promise.all(racing);
  }
}, 600_000);

test("concurrency: every ledger invariant holds after all of these tests", async () => {
  const report = await fixture.ledger.verify(fixture.db);
  expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
});
