import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { formatAmount, parseAmount } from "@tessera/money";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  step,
  type TestCard,
} from "../../testing/test-cards.ts";
import { drafted, ruleOver, turn } from "../../testing/test-strategies.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  await app.close();
});

function oneMore(amount: string): string {
  return formatAmount((parseAmount(amount, "USD") ?? 0n) + 100n, "USD");
}

async function fundedCard(amountMinor = 100_000n) {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, amountMinor);
  return { customer, card };
}

function backtest(customer: TestCustomer, rule: StrategyRule, strategyId?: string) {
  return app.call(customer, "POST /api/risk/backtests", {
    rule,
    days: 90,
    ...(strategyId !== undefined && { strategyId }),
  });
}

const HOUR_MS = 3_600_000;

async function paid(card: TestCard, amount: string, merchant?: (typeof MERCHANTS)[number]) {
  app.clock.advance(HOUR_MS / 1_000);
  return network(app, "authorize", card, { amount, ...(merchant && { merchant }) });
}

const MERCHANTS = [
  { name: "Adobe", mcc: "5734", country: "US" },
  { name: "Cathay Pacific", mcc: "4511", country: "HK" },
  { name: "Muji", mcc: "5311", country: "JP" },
] as const;

describe("backtests", () => {
  test("list payments a rule would have declined, with amounts, and write nothing", async () => {
    const { customer, card } = await fundedCard();
    for (const amount of ["12.00", "8.00", "30.00"]) {
      await paid(card, amount);
    }
    const before = await app.context.db.sql`select count(*) from risk_hit`;
    const { body } = expectStatus(await backtest(customer, ruleOver("10.00")), 200);
    expect(body).toMatchObject({
      payments: 3,
      stopped: 2,
      stoppedAmounts: [{ currency: "USD", amount: "42.00" }],
      allowed: 0,
      noted: 0,
    });
    expect(body.changes.map(({ amount }: { amount: string }) => amount)).toEqual([
      "30.00",
      "12.00",
    ]);
    expect(await app.context.db.sql`select count(*) from risk_hit`).toEqual(before);
    const noted = await backtest(customer, ruleOver("10.00", { action: "notify" }));
    expect(noted.body).toMatchObject({ stopped: 0, noted: 2 });
  });

  test("recompute the windows: a payment the rule declines counts toward no limit", async () => {
    const { customer, card } = await fundedCard();
    for (const amount of ["40.00", "30.00", "40.00", "5.00"]) {
      await paid(card, amount);
    }
    const rule = ruleOver("1.00", { when: { spending: { over: "60.00", window: "lifetime" } } });
    const { body } = await backtest(customer, rule);
    // The 40 passes. The 30 and the second 40 are declined, so the 5 still passes.
    expect(body.changes.map(({ amount }: { amount: string }) => amount)).toEqual([
      "40.00",
      "30.00",
    ]);
  });

  test("approve payments a stricter rule declined, unless funds were insufficient", async () => {
    const { customer, card } = await fundedCard(5_000n);
    const strategy = await drafted(app, customer, ruleOver("10.00"));
    expectStatus(await turn(app, customer, strategy.id, "active"), 200);
    expect((await paid(card, "20.00")).code).toBe("amount_out_of_range");
    expect((await paid(card, "9000.00")).code).not.toBe("approved");
    const { body } = await backtest(customer, ruleOver("25.00"), strategy.id);
    expect(body).toMatchObject({
      allowed: 1,
      allowedAmounts: [{ currency: "USD", amount: "20.00" }],
      stopped: 0,
    });
    expect(body.changes).toMatchObject([{ was: "declined", becomes: "approved" }]);
  });

  test("reject invalid rules and strategies", async () => {
    const { customer } = await fundedCard();
    const stranger = await app.newCustomer();
    const strategy = await drafted(app, customer, ruleOver("10.00"));
    expectStatus(await backtest(stranger, ruleOver("10.00"), strategy.id), 404);
    expectStatus(await backtest(customer, ruleOver("10.00", { when: {} })), 400);
  });

  const windows = fc.constantFrom(
    "day",
    "week",
    "month",
    "year",
    "lifetime",
    "rolling_1h",
    "rolling_24h",
    "rolling_7d",
    "rolling_30d",
  );
  const filter = fc.constantFrom<Partial<StrategyRule["when"]>>(
    {},
    { merchants: { match: "any_of", values: ["Adobe"] } },
    { countries: { match: "none_of", values: ["US"] } },
    { hours: { from: "22:00", to: "08:00" } },
    { amount: { is: "over", amount: "10.00" } },
  );
  const velocity = fc.oneof(
    fc.record({
      spending: fc.record({ over: fc.constantFrom("30.00", "60.00"), window: windows }),
    }),
    fc.record({ payments: fc.record({ over: fc.integer({ min: 1, max: 3 }), window: windows }) }),
    fc.constant({ newMerchant: true }),
    fc.constant({ amount: { is: "over" as const, amount: "15.00" } }),
  );
  const rule = fc
    .tuple(filter, velocity, fc.constantFrom("per_card", "together"))
    .map(([a, b, counts]) =>
      ruleOver("1.00", {
        when: { ...a, ...b },
        counts: "spending" in b || "payments" in b ? (counts as "per_card") : "per_card",
      }),
    );
  const event = fc.record({
    card: fc.nat(1),
    amount: fc.integer({ min: 100, max: 2_500 }).map((minor) => formatAmount(BigInt(minor), "USD")),
    merchant: fc.nat(2),
    wait: fc.constantFrom(10, 400, 4_000, 90_000, 700_000),
    next: fc.constantFrom("nothing", "reverse", "clear", "clear-more", "increment", "nothing"),
  });

  test("of the active version reproduce history exactly", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { minLength: 1, maxLength: 3 }),
        fc.array(event, { minLength: 4, maxLength: 14 }),
        async (rules, events) => {
          const { customer, card } = await fundedCard(1_000_000n);
          const second = await openCard(app, customer);
          await fund(app, customer, second, 1_000_000n);
          await paid(card, "7.00", MERCHANTS[0]);
          const strategies = [];
          for (const one of rules) {
            const strategy = await drafted(app, customer, one);
            expectStatus(await turn(app, customer, strategy.id, "active"), 200);
            strategies.push(strategy);
          }
          for (const { card: which, amount, merchant, wait, next } of events) {
            app.clock.advance(wait);
            const on = which === 0 ? card : second;
            const answer = await network(app, "authorize", on, {
              amount,
              merchant: MERCHANTS[merchant] ?? MERCHANTS[0],
            });
            if (answer.approved) {
              await after(next, answer.authorizationId, amount);
            }
          }
          for (const strategy of strategies) {
            const { body } = expectStatus(
              await backtest(customer, strategy.rule, strategy.id),
              200,
            );
            expect(body.changes).toEqual([]);
            expect(body).toMatchObject({ stopped: 0, allowed: 0 });
          }
        },
      ),
      { numRuns: Number(process.env.BACKTEST_RUNS ?? 12) },
    );
  }, 600_000);

  async function after(next: string, authorizationId: string, amount: string): Promise<void> {
    switch (next) {
      case "reverse":
        await step(app, "reverse", authorizationId);
        break;
      case "clear":
        await step(app, "clear", authorizationId);
        break;
      case "clear-more": {
        await step(app, "clear", authorizationId, oneMore(amount));
        break;
      }
      case "increment":
        await step(app, "increment", authorizationId, "2.00");
        break;
    }
  }
});
