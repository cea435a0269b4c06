import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "../../platform/ids.ts";
import { failingFor } from "../../testing/failing-ledger.ts";
import {
  createTestContext,
  type TestContext,
  type TestCustomer,
} from "../../testing/test-context.ts";
import { ratesBook } from "../rates/rates-book.ts";
import { cancelDeposit } from "./cancel-deposit.ts";
import { sandboxChainOf } from "./chain.ts";
import { confirmEverything, depositorOf, depositUuid } from "./depositor.fixtures.ts";
import { expireDeposits } from "./expire-deposits.ts";
import { getDeposit } from "./get-deposit.ts";
import { recordTransfer } from "./record-transfer.ts";
import { settleTransfers } from "./settle-transfers.ts";

const HALF_HOUR = 30 * 60;

let setup: TestContext;
let customer: TestCustomer;
let own: ReturnType<typeof depositorOf>;

beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(() => setup.close());
beforeEach(async () => {
  customer = await setup.openCustomer();
  own = depositorOf(setup.context, customer.customerId);
});

async function balance(currency: "USD" | "CNY" | "EUR" = "USD"): Promise<bigint> {
  const { context } = setup;
  const [found] = await context.ledger.balances(context.db.kysely, [customer.accounts[currency]]);
  return found?.postedMinor ?? -1n;
}

async function listed(movementId: string | null) {
  const { sql } = setup.context.db;
  const id = movementId?.slice("mov_".length) ?? "";
  const [row] = await sql<{ status: string; amount: bigint }[]>`
    select coalesce(s.status, m.status) as status, coalesce(s.amount, m.amount) as amount
    from ledger.movement m left join ledger.movement_state s on s.movement_id = m.id
    where m.id = ${id} and m.parent_id is null`;
  return row;
}

describe("a deposit", () => {
  test("gets its own address and is listed from the start", async () => {
    const deposit = await own.create({ network: "ERC20", amount: "12.3" });
    expect(deposit).toMatchObject({
      status: "pending",
      amount: "12.30",
      currency: "USD",
      creditAmount: "12.30",
      receivedAmount: null,
      confirmations: 0,
      confirmationsRequired: 12,
      notes: [],
    });
    expect(deposit.address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect((await own.create()).address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    expect(await listed(deposit.movementId)).toEqual({ status: "processing", amount: 1230n });
    const lifeMs = Date.parse(deposit.expiresAt) - Date.parse(deposit.createdAt);
    expect(lifeMs).toBe(HALF_HOUR * 1000);
  });

  test.each(["9.99", "100000.01", "0.01", "999999999999.99"])(
    "of %s is rejected",
    async (amount) => {
      await expect(own.create({ amount })).rejects.toMatchObject({ code: "deposit_out_of_bounds" });
    },
  );

  test("is credited as soon as its payment is final, and not one block earlier", async () => {
    const deposit = await own.create();
    await own.pay(deposit);
    const { context } = setup;
    for (let block = 0; block < 20; block += 1) {
      expect(await own.read(deposit)).toMatchObject({ status: "pending", confirmations: block });
      expect(await balance()).toBe(0n);
      await sandboxChainOf(context).mine();
      await settleTransfers(context);
    }
    expect(await own.read(deposit)).toMatchObject({
      status: "completed",
      confirmations: 20,
      receivedAmount: "500.00",
      notes: [],
    });
    expect(await balance()).toBe(50_000n);
    expect(await listed(deposit.movementId)).toEqual({ status: "completed", amount: 50_000n });
    expect(await settleTransfers(context)).toBe(0);
  });

  test.each([
    ["TRC20", 20],
    ["ERC20", 12],
    ["BEP20", 15],
    ["BASE", 60],
    ["POLYGON", 128],
  ] as const)("on %s is credited after %i confirmations", async (network, confirmations) => {
    const asset = network === "BASE" ? "USDC" : "USDT";
    const deposit = await own.create({ network, asset });
    expect(deposit.confirmationsRequired).toBe(confirmations);
    await own.pay(deposit);
    for (let block = 0; block < confirmations; block += 1) {
      expect(await own.read(deposit)).toMatchObject({ status: "pending" });
      await sandboxChainOf(setup.context).mine();
      await settleTransfers(setup.context);
    }
    expect((await own.read(deposit)).status).toBe("completed");
  });

  test("in another currency is credited at the rate that was set when it was created", async () => {
    const deposit = await own.create({ currency: "CNY", amount: "100.00" });
    // The response contains every decimal place of the rate at which the deposit is priced.
    expect(deposit.rate).toBe("7.06876722");
    expect(deposit.creditAmount).toBe("706.87");
    await own.pay(deposit);
    await confirmEverything(setup.context);
    expect(await balance("CNY")).toBe(70_687n);
    expect(await balance("USD")).toBe(0n);
  });

  test("is returned again when the request is repeated with the same key", async () => {
    const idempotencyKey = newId();
    const all = await Promise.all(Array.from({ length: 8 }, () => own.create({ idempotencyKey })));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    await expect(own.create({ idempotencyKey, amount: "11.00" })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
  });

  test("is rejected if five are already open, even with many concurrent requests", async () => {
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => own.create()));
    const made = asked.filter(({ status }) => status === "fulfilled");
    expect(made).toHaveLength(5);
    for (const outcome of asked) {
      if (outcome.status === "rejected") {
        expect(outcome.reason).toMatchObject({ code: "too_many_open_deposits" });
      }
    }
    setup.clock.advance(HALF_HOUR);
    expect((await own.create()).status).toBe("pending");
  });

  test("is visible only to its owner", async () => {
    const deposit = await own.create();
    const other = await setup.openCustomer();
    const key = { customerId: other.customerId, depositId: depositUuid(deposit) };
    await expect(getDeposit(setup.context, key)).rejects.toMatchObject({ code: "not_found" });
    await expect(cancelDeposit(setup.context, key)).rejects.toMatchObject({ code: "not_found" });
    expect((await own.read(deposit)).status).toBe("pending");
  });
});

describe("an unusual payment", () => {
  test.each([
    ["499.99", 49_999n, "underpaid"],
    ["0.01", 1n, "underpaid"],
    ["500.01", 50_001n, "overpaid"],
    ["250000.00", 25_000_000n, "overpaid"],
  ] as const)("of %s is credited in the amount that arrived", async (amount, credited, note) => {
    const deposit = await own.create();
    await own.pay(deposit, amount);
    await confirmEverything(setup.context);
    expect(await own.read(deposit)).toMatchObject({ status: "completed", notes: [note] });
    expect(await balance()).toBe(credited);
    expect(await listed(deposit.movementId)).toEqual({ status: "completed", amount: credited });
  });

  test("that arrives late is credited and marked as late", async () => {
    const deposit = await own.create();
    setup.clock.advance(HALF_HOUR);
    expect((await own.read(deposit)).status).toBe("expired");
    expect(await listed(deposit.movementId)).toMatchObject({ status: "expired" });
    await own.pay(deposit);
    expect((await own.read(deposit)).status).toBe("pending");
    await confirmEverything(setup.context);
    expect(await own.read(deposit)).toMatchObject({ status: "completed", notes: ["late"] });
    expect(await balance()).toBe(50_000n);
  });

  test.each(["late", "canceled", "extra"] as const)(
    "that is %s is credited at the rate of the day on which it is seen",
    async (note) => {
      const deposit = await own.create({ currency: "CNY", amount: "100.00" });
      if (note === "late") {
        setup.clock.advance(HALF_HOUR);
      } else if (note === "canceled") {
        const { customerId } = customer;
        await cancelDeposit(setup.context, { customerId, depositId: depositUuid(deposit) });
      } else {
        await own.pay(deposit);
        await settleTransfers(setup.context);
      }
      const book = setup.context.use(ratesBook);
      const today = await book.priceable();
      const perEuro = { ...today.perEuro, CNY: today.perEuro.CNY * 2n };
      vi.spyOn(book, "priceable").mockResolvedValue({ ...today, perEuro });
      try {
        const { context } = setup;
        const { network, address } = deposit;
        const paid = { network, address, amountMinor: 10_000n };
        await sandboxChainOf(context).send(context.db.kysely, paid);
        await settleTransfers(context);
      } finally {
        vi.restoreAllMocks();
      }
      await confirmEverything(setup.context);
      const first = note === "extra" ? 70_687n : 0n;
      expect((await balance("CNY")) - first).toBe(141_375n);
    },
  );

  test.each([
    // 100 at the quoted rate, the rest at twice that rate.
    ["1,000.00", 100_000n, 1_343_065n],
    ["101.00", 10_100n, 71_394n],
  ] as const)("of %s for 100 has the quoted rate up to a hundredth more", async (...row) => {
    const [, amountMinor, credited] = row;
    const deposit = await own.create({ currency: "CNY", amount: "100.00" });
    const book = setup.context.use(ratesBook);
    const today = await book.priceable();
    const perEuro = { ...today.perEuro, CNY: today.perEuro.CNY * 2n };
    vi.spyOn(book, "priceable").mockResolvedValue({ ...today, perEuro });
    try {
      const { context } = setup;
      const { network, address } = deposit;
      await sandboxChainOf(context).send(context.db.kysely, { network, address, amountMinor });
      await settleTransfers(context);
    } finally {
      vi.restoreAllMocks();
    }
    await confirmEverything(setup.context);
    expect(await balance("CNY")).toBe(credited);
  });

  test("to a canceled deposit is credited and marked as canceled", async () => {
    const deposit = await own.create();
    await cancelDeposit(setup.context, {
      customerId: customer.customerId,
      depositId: depositUuid(deposit),
    });
    expect(await listed(deposit.movementId)).toMatchObject({ status: "cancelled" });
    await own.pay(deposit, "499.00");
    await confirmEverything(setup.context);
    expect(await own.read(deposit)).toMatchObject({ notes: ["cancelled", "underpaid"] });
    expect(await balance()).toBe(49_900n);
  });

  test("that follows another one is also credited", async () => {
    const deposit = await own.create();
    await own.pay(deposit);
    const { context } = setup;
    const { network, address } = deposit;
    const again = { network, address, amountMinor: 12_345n };
    await sandboxChainOf(context).send(context.db.kysely, again);
    await sandboxChainOf(context).send(context.db.kysely, again);
    await confirmEverything(context);
    expect(await balance()).toBe(50_000n + 2n * 12_345n);
    expect(await own.read(deposit)).toMatchObject({ receivedAmount: "746.90", notes: ["extra"] });
    const rows = await context.db.sql`
      select from ledger.movement where customer_id = ${customer.customerId} and parent_id is null`;
    expect(rows.length).toBe(3);
  });

  test("to an unknown address is acknowledged but credited to nobody", async () => {
    const { context } = setup;
    const sent = await sandboxChainOf(context).send(context.db.kysely, {
      network: "TRC20",
      address: (
        await sandboxChainOf(context).addressFor("TRC20", {
          id: newId(),
          asset: "USDT",
          amountMinor: 1n,
        })
      ).address,
      amountMinor: 1n,
    });
    expect(await recordTransfer(context, sent)).toBe("unknown_address");
    await confirmEverything(context);
  });
});

describe("concurrent deposit operations", () => {
  test("accept exactly one of fifty concurrent payments", async () => {
    const deposit = await own.create();
    const paid = await Promise.allSettled(Array.from({ length: 50 }, () => own.pay(deposit)));
    expect(paid.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of paid) {
      if (outcome.status === "rejected") {
        expect(outcome.reason).toMatchObject({ code: "deposit_not_payable" });
      }
    }
    await confirmEverything(setup.context);
    expect(await balance()).toBe(50_000n);
  });

  test("credit a final transfer once even if it is reported fifty times concurrently", async () => {
    const deposit = await own.create();
    const { context } = setup;
    const { network, address } = deposit;
    const sent = await sandboxChainOf(context).send(context.db.kysely, {
      network,
      address,
      amountMinor: 50_000n,
    });
    const final = { ...sent, confirmations: 20 };
    await Promise.all(Array.from({ length: 50 }, () => recordTransfer(context, final)));
    expect(await balance()).toBe(50_000n);
  });

  test("credit the money when a cancellation and a payment race, whichever wins", async () => {
    for (let round = 0; round < 20; round += 1) {
      const deposit = await own.create();
      const before = await balance();
      const key = { customerId: customer.customerId, depositId: depositUuid(deposit) };
      const [canceled, paid] = await Promise.allSettled([
        cancelDeposit(setup.context, key),
        own.pay(deposit),
      ]);
      expect(paid.status).toBe("fulfilled");
      await confirmEverything(setup.context);
      expect(await balance()).toBe(before + 50_000n);
      const notes = canceled.status === "fulfilled" ? ["cancelled"] : [];
      expect(await own.read(deposit)).toMatchObject({ status: "completed", notes });
    }
  });

  test("credit the money when an expiration and a payment race, whichever wins", async () => {
    for (let round = 0; round < 10; round += 1) {
      const deposit = await own.create();
      const before = await balance();
      setup.clock.advance(HALF_HOUR);
      await Promise.all([expireDeposits(setup.context), own.pay(deposit)]);
      await confirmEverything(setup.context);
      expect(await balance()).toBe(before + 50_000n);
      expect(await own.read(deposit)).toMatchObject({ status: "completed", notes: ["late"] });
    }
  });

  test("credit once, even with several servers or a crash before the acknowledgment", async () => {
    const deposits = await Promise.all([own.create(), own.create(), own.create()]);
    await Promise.all(deposits.map((deposit) => own.pay(deposit)));
    const { context } = setup;
    for (let block = 0; block < 21; block += 1) {
      await sandboxChainOf(context).mine();
      await Promise.all(Array.from({ length: 4 }, () => settleTransfers(context)));
    }
    expect(await balance()).toBe(150_000n);
    await context.db.sql`update sandbox_chain_transfer set acknowledged_at = null
      where address = any(${deposits.map(({ address }) => address)})`;
    expect(await settleTransfers(context)).toBe(3);
    expect(await balance()).toBe(150_000n);
  });
});

describe("canceling a deposit", () => {
  const cancel = (depositId: string) =>
    cancelDeposit(setup.context, { customerId: customer.customerId, depositId });

  test("is possible if no one has paid the deposit, and can be repeated", async () => {
    const id = depositUuid(await own.create());
    expect((await cancel(id)).status).toBe("cancelled");
    expect((await cancel(id)).status).toBe("cancelled");
  });

  test("is rejected once a payment has been seen or the deposit has expired", async () => {
    const paid = await own.create();
    await own.pay(paid);
    const late = await own.create();
    setup.clock.advance(HALF_HOUR);
    for (const deposit of [paid, late]) {
      await expect(cancel(depositUuid(deposit))).rejects.toMatchObject({
        code: "deposit_not_cancellable",
      });
    }
    expect((await own.read(late)).status).toBe("expired");
    await confirmEverything(setup.context);
  });
});

test("deposits: a payment to a blocked account is credited once it is unblocked", async () => {
  const deposit = await own.create();
  await own.pay(deposit);
  const { context } = setup;
  await context.ledger.setAccountStatus(context.db.kysely, customer.accounts.USD, "blocked");
  for (let block = 0; block < 22; block += 1) {
    await sandboxChainOf(context).mine();
    await settleTransfers(context);
  }
  expect(await balance()).toBe(0n);
  expect((await own.read(deposit)).status).toBe("pending");
  await context.ledger.setAccountStatus(context.db.kysely, customer.accounts.USD, "open");
  await confirmEverything(context);
  expect(await balance()).toBe(50_000n);
});

test("deposits: a retry gets the first response, even if rates fail and time passes", async () => {
  const idempotencyKey = newId();
  const order = { idempotencyKey, currency: "CNY", amount: "100.00" } as const;
  const first = await own.create(order);
  await own.pay(first);
  await confirmEverything(setup.context);
  vi.spyOn(setup.context.use(ratesBook), "current").mockRejectedValue(new Error("no rates"));
  try {
    expect(await own.create(order)).toEqual(first);
  } finally {
    vi.restoreAllMocks();
  }
});

/** Creates a deposit for a new customer whose account accepts no more movements. */
async function stuckDeposit() {
  const other = await setup.openCustomer();
  const theirs = depositorOf(setup.context, other.customerId);
  const deposit = await theirs.create();
  const { ledger, db } = setup.context;
  const setStatus = (status: "blocked" | "open") =>
    ledger.setAccountStatus(db.kysely, other.accounts.USD, status);
  await setStatus("blocked");
  return { deposit, pay: () => theirs.pay(deposit), release: () => setStatus("open") };
}

test("deposits: a transfer that cannot be credited does not block later ones", async () => {
  const stuck = await stuckDeposit();
  await stuck.pay();
  const deposit = await own.create();
  await own.pay(deposit);
  for (let block = 0; block < 21; block += 1) {
    await sandboxChainOf(setup.context).mine();
  }
  await settleTransfers(setup.context, 1);
  expect((await own.read(deposit)).status).toBe("completed");
  await stuck.release();
  await confirmEverything(setup.context);
});

test("deposits: a deposit that cannot be expired does not block later ones", async () => {
  const { context, clock } = setup;
  const stuck = await own.create();
  clock.advance(1);
  const deposit = await own.create();
  clock.advance(HALF_HOUR);
  const ledger = failingFor(context, stuck.movementId?.slice("mov_".length) ?? "");
  expect(await expireDeposits({ ...context, ledger }, 1)).toBeGreaterThanOrEqual(1);
  expect((await own.read(deposit)).status).toBe("expired");
  await expireDeposits(context);
});
