import type { StrategyWindow } from "@tessera/contract/authorization/risk.schemas";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { inForce, payFor, shop } from "../../testing/ruled-cards.ts";
import {
  expectStatus,
  fund,
  fundedCard,
  network,
  openCard,
  readCard,
  SEGMENTS,
  step,
  type TestCard,
} from "../../testing/test-cards.ts";
import { drafted, revise, ruleOver, turn } from "../../testing/test-strategies.ts";
import { settleWindows } from "./settle-windows.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  const below = await app.context.db.sql`
    select * from ledger.counter where amount < 0 or count < 0`;
  expect(below).toEqual([]);
  await app.close();
});

async function spend(card: TestCard, amount: string, merchant = "Adobe"): Promise<string> {
  return (await payFor(app, card, { amount, merchant: shop(merchant) })).code;
}

async function spendMany(card: TestCard, amount: string, times: number): Promise<number> {
  const codes = await Promise.all(Array.from({ length: times }, () => spend(card, amount)));
  return codes.filter((code) => code === "approved").length;
}

describe("a rule that changes while payments run", () => {
  test("approves nothing that all of its versions forbid, and causes no failures", async () => {
    const { customer, card } = await fundedCard(app, 10_000_00n);
    const strategy = await inForce(app, customer, { amount: { is: "over", amount: "10.00" } });
    const edits = async () => {
      let version = 1;
      for (let round = 0; round < 8; round++) {
        const rule = ruleOver(round % 2 === 0 ? "5.00" : "10.00");
        const answer = await revise(app, customer, { ...strategy, version }, { rule });
        version = expectStatus(answer, 200).body.version;
      }
    };
    const asked = async (amount: string) => {
      const codes: string[] = [];
      for (let round = 0; round < 6; round++) {
        codes.push(...(await Promise.all([spend(card, amount), spend(card, amount)])));
      }
      return codes;
    };
    const [, forbidden, between, allowed] = await Promise.all([
      edits(),
      asked("12.00"),
      asked("8.00"),
      asked("5.00"),
    ]);
    expect(new Set(forbidden)).toEqual(new Set(["amount_out_of_range"]));
    expect(new Set(allowed)).toEqual(new Set(["approved"]));
    expect(["approved", "amount_out_of_range"]).toEqual(expect.arrayContaining(between));
  });

  test("never lets another active rule be exceeded, even if toggled constantly", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, { spending: { over: "50.00", window: "rolling_24h" } });
    const other = await inForce(app, customer, {
      payments: { over: 3, window: "rolling_24h" },
      merchants: { match: "any_of", values: ["Adobe"] },
    });
    const switches = async () => {
      for (let round = 0; round < 8; round++) {
        expectStatus(
          await turn(app, customer, other.id, round % 2 === 0 ? "paused" : "active"),
          200,
        );
      }
    };
    const [, ...codes] = await Promise.all([
      switches(),
      ...Array.from({ length: 50 }, () => spend(card, "2.50")),
    ]);
    const passed = codes.filter((code) => code === "approved").length;
    expect(passed).toBeGreaterThanOrEqual(3);
    expect(passed).toBeLessThanOrEqual(20);
    expect(["approved", "limit_count", "limit_rolling"]).toEqual(expect.arrayContaining(codes));
    // Payments made while the rule was off are counted once it is back on.
    expectStatus(await turn(app, customer, other.id, "paused"), 200);
    expectStatus(await turn(app, customer, other.id, "active"), 200);
    const { movementId } = await payFor(app, card, { amount: "50.01" });
    const why = await app.call(customer, `GET /api/risk/declines/${movementId}`);
    const counted = why.body.trace.find(
      ({ strategyId }: { strategyId?: string }) => strategyId === other.id,
    );
    expect(counted).toMatchObject({ passed: false, usedCount: passed });
  });
});

test("a rule counts all concurrent payments once its windows are settled", async () => {
  const { customer, card } = await fundedCard(app);
  const strategy = await inForce(app, customer, {
    payments: { over: 0, window: "rolling_24h" },
    merchants: { match: "any_of", values: ["Adobe"] },
  });
  let [isOver, passed] = [false, 0];
  const merchant = async () => {
    while (!isOver) {
      const code = await spend(card, "0.50");
      passed += code === "approved" ? 1 : 0;
    }
  };
  const merchants = Promise.all([1, 2, 3, 4, 5, 6].map(merchant));
  for (const status of ["paused", "active", "paused", "active", "paused", "active"]) {
    expectStatus(await turn(app, customer, strategy.id, status), 200);
  }
  isOver = true;
  await merchants;
  const strategyId = strategy.id.slice("stg_".length);
  await settleWindows(app.context, { customerId: customer.customerId, strategyId });
  const { movementId } = await payFor(app, card, { amount: "0.50" });
  const why = await app.call(customer, `GET /api/risk/declines/${movementId}`);
  expect(why.body.trace).toContainEqual(
    expect.objectContaining({ strategyId: strategy.id, usedCount: passed }),
  );
  await settleWindows(app.context, { customerId: customer.customerId, strategyId });
  const again = await payFor(app, card, { amount: "0.50" });
  const still = await app.call(customer, `GET /api/risk/declines/${again.movementId}`);
  expect(still.body.trace).toContainEqual(
    expect.objectContaining({ strategyId: strategy.id, usedCount: passed }),
  );
});

/** Sets the clock to a number of seconds before the next hour or day. */
function clockBefore(turnOf: "hour" | "day", seconds: number): void {
  const now = app.clock.now().getTime();
  const unitMs = turnOf === "hour" ? 3_600_000 : 86_400_000;
  const target = Math.ceil((now + seconds * 1_000) / unitMs) * unitMs - seconds * 1_000;
  app.clock.advance((target - now) / 1_000);
}

describe("a window at its rollover", () => {
  const windows: readonly [StrategyWindow, "hour" | "day"][] = [
    ["rolling_1h", "hour"],
    ["rolling_24h", "hour"],
    ["rolling_7d", "day"],
    ["rolling_30d", "day"],
    ["lifetime", "day"],
  ];
  for (const [window, turnOf] of windows) {
    test(`of ${window} is not exceeded by payments before and after the rollover`, async () => {
      clockBefore(turnOf, 60);
      const { customer, card } = await fundedCard(app);
      clockBefore(turnOf, 2);
      await inForce(app, customer, { spending: { over: "30.00", window } });
      const before = spendMany(card, "5.00", 8);
      app.clock.advance(2);
      const after = spendMany(card, "5.00", 8);
      expect((await before) + (await after)).toBe(6);
      expect(await readCard(app, customer, card)).toMatchObject({ held: "30.00" });
      app.clock.advance(6);
      expect(await spend(card, "0.01")).not.toBe("approved");
    });
  }

  test("of one day resets, and a reversal frees the day that counted the payment", async () => {
    clockBefore("day", 60);
    const { customer, card } = await fundedCard(app);
    clockBefore("day", 3);
    // The clock stands still, because a slow machine would reach midnight before the payments are
    // made.
    const late = app.clock.now();
    const standing = vi.spyOn(app.clock, "now").mockReturnValue(late);
    try {
      await inForce(app, customer, { spending: { over: "30.00", window: "day" } });
      const paid = await payFor(app, card, { amount: "30.00" });
      expect(await spend(card, "0.01")).toBe("limit_day");
      standing.mockReturnValue(new Date(late.getTime() + 4_000));
      expect(await spend(card, "20.00")).toBe("approved");
      expectStatus(await step(app, "reverse", paid.authorizationId), 200);
      expect(await spend(card, "10.01")).toBe("limit_day");
      expect(await spend(card, "10.00")).toBe("approved");
    } finally {
      app.clock.advance(4);
      standing.mockRestore();
    }
  });
});

describe("a rule that covers all cards", () => {
  test("counts amounts only in its own currency, but payments in every currency", async () => {
    const customer = await app.newCustomer({ USD: 1_000_000n, EUR: 1_000_000n });
    const cards = [await openCard(app, customer), await openCard(app, customer)];
    const euro = await openCard(app, customer, SEGMENTS.visaStandardEur);
    for (const card of cards) {
      await fund(app, customer, card, 50_000n);
    }
    await fundEuro(customer, euro);
    const together = { counts: "together" } as const;
    await inForce(app, customer, { spending: { over: "40.00", window: "week" } }, together);
    const inEuro = (amount: string) => payFor(app, euro, { amount, currency: "EUR" });
    expect((await inEuro("35.00")).code).toBe("approved");
    const passed = await Promise.all(cards.map((card) => spendMany(card, "10.00", 5)));
    expect(passed.reduce((sum, one) => sum + one, 0)).toBe(4);
    const numbers = {
      when: { payments: { over: 6, window: "day" } },
      action: "decline",
      scope: { cards: "all" },
      email: false,
      ...together,
    };
    const strategy = await drafted(app, customer, numbers);
    expectStatus(await turn(app, customer, strategy.id, "active"), 200);
    expect((await inEuro("1.00")).code).toBe("approved");
    expect((await inEuro("1.00")).code).toBe("limit_count");
  });
});

async function fundEuro(customer: TestCustomer, card: TestCard): Promise<void> {
  const quote = await app.call(customer, `POST /api/cards/${card.id}/quote`, {
    operation: "deposit",
    amount: "100.00",
  });
  const { quoteId } = expectStatus(quote, 201).body;
  const path = `POST /api/cards/${card.id}/deposit` as const;
  expectStatus(await app.call(customer, path, { quoteId }, { key: `euro-${card.id}` }), 201);
}

describe("a released amount", () => {
  test("is never more than was counted, even for late or duplicate messages", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, { spending: { over: "100.00", window: "rolling_24h" } });
    const { authorizationId } = await payFor(app, card, { amount: "40.00" });
    expectStatus(await step(app, "increment", authorizationId, "10.00"), 200);
    expectStatus(await step(app, "reverse", authorizationId, "45.00"), 200);
    expectStatus(await step(app, "clear", authorizationId, "20.00"), 200);
    const again = await step(app, "reverse", authorizationId);
    expect(again.status).toBe(409);
    await network(app, "refund", card, { amount: "90.00" });
    const second = await payFor(app, card, { amount: "10.00" });
    expectStatus(await step(app, "expire", second.authorizationId), 200);
    expectStatus(await step(app, "clear", second.authorizationId, "10.00"), 200);
    const third = await payFor(app, card, { amount: "70.00" });
    expect(third.code).toBe("approved");
    expect(await spend(card, "0.01")).toBe("limit_rolling");
    expectStatus(await step(app, "reverse", third.authorizationId), 200);
    expect(await spend(card, "70.01")).toBe("limit_rolling");
    expect(await spend(card, "70.00")).toBe("approved");
  });
});
