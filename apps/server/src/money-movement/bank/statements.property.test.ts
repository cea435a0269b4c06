import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SampleEntry } from "../../adapters/bank-statements/write-camt053.ts";
import type { TestCustomer } from "../../testing/cards-app.ts";
import { allocateEntries } from "./allocate-entries.ts";
import { type BankApp, createBankApp, TestBank } from "./bank.fixtures.ts";

const RUNS = 25;

let app: BankApp;
let bank: TestBank;
let customers: readonly { readonly customer: TestCustomer; readonly reference: string }[];
beforeAll(async () => {
  app = await createBankApp();
  bank = new TestBank(app);
  const opened = [await app.newCustomer({}), await app.newCustomer({})];
  customers = await Promise.all(
    opened.map(async (customer) => ({ customer, reference: await app.referenceOf(customer) })),
  );
  await app.settle(bank.statement([]));
});
afterAll(() => app.close());

/** Who pays: one of two customers, somebody unknown, or the program itself (a debit). */
const booking = fc.record({
  payer: fc.integer({ min: 0, max: 3 }),
  amountMinor: fc.bigInt({ min: 1n, max: 999_999n }),
});

const scenario = fc.record({
  bookings: fc.array(booking, { minLength: 1, maxLength: 12 }),
  /** Excerpts of the account, as statements, in the order in which somebody imports them. */
  excerpts: fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 8 }),
  allocatesBetween: fc.boolean(),
});

function entryOf({ payer, amountMinor }: { payer: number; amountMinor: bigint }): SampleEntry {
  const reference = customers[payer]?.reference;
  return payer === 3
    ? bank.debit({ amountMinor })
    : bank.credit({ amountMinor, ...(reference !== undefined && { remittance: reference }) });
}

async function euros({ customer }: { readonly customer: TestCustomer }): Promise<bigint> {
  return BigInt((await app.available(customer)).replace(".", ""));
}

async function countEntries(): Promise<number> {
  const [row] = await app.context.db.sql<{ count: number }[]>`
    select count(*)::int as count from bank_entry`;
  return row?.count ?? 0;
}

it("bank: counts each entry once, whatever is repeated, overlaps or is out of order", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ bookings, excerpts, allocatesBetween }) => {
      const entries = bookings.map(entryOf);
      const openings = [bank.balanceMinor];
      for (const { isCredit, amountMinor } of entries) {
        openings.push((openings.at(-1) ?? 0n) + (isCredit ? amountMinor : -amountMinor));
      }
      const before = await Promise.all(customers.map(euros));
      const stored = await countEntries();
      const whole: readonly [number, number] = [0, entries.length];
      for (const [one, other] of [...excerpts, whole, whole]) {
        const from = Math.min(one, other, entries.length);
        const to = Math.min(Math.max(one, other), entries.length);
        // Some are refused because of a gap. None may be counted twice.
        await app.upload(bank.statement(entries.slice(from, to), openings[from]));
        if (allocatesBetween) {
          await allocateEntries(app.context);
        }
      }
      await allocateEntries(app.context);
      bank.balanceMinor = openings.at(-1) ?? 0n;
      expect(await countEntries()).toBe(stored + entries.length);
      const after = await Promise.all(customers.map(euros));
      const paid = customers.map((_, payer) =>
        bookings.reduce((sum, of) => sum + (of.payer === payer ? of.amountMinor : 0n), 0n),
      );
      expect(after.map((amount, n) => amount - (before[n] ?? 0n))).toEqual(paid);
      expect(await app.brokenBankBooks()).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
