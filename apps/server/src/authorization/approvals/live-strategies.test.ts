import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  type Purchase,
  readCard,
  type TestCard,
} from "../../testing/test-cards.ts";
import { drafted, revise, ruleOver, turn } from "../../testing/test-strategies.ts";
import { expireDueReviews } from "./expire-reviews.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function fundedCard(amountMinor = 100_000n) {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, amountMinor);
  return { customer, card };
}

type Rule = Partial<Omit<StrategyRule, "when">>;

async function inForce(
  customer: TestCustomer,
  when: StrategyRule["when"],
  rule: Rule = {},
  status = "active",
) {
  const strategy = await drafted(app, customer, { ...ruleOver("1.00"), when, ...rule });
  expectStatus(await turn(app, customer, strategy.id, status), 200);
  return strategy;
}

async function pay(card: TestCard, purchase: Partial<Purchase> & { readonly amount: string }) {
  const answer = await network(app, "authorize", card, purchase);
  return { ...answer, movementId: answer.authorizationId.replace("auth_", "mov_") };
}

async function spend(card: TestCard, amount: string): Promise<string> {
  return (await pay(card, { amount })).code;
}

describe("an active strategy", () => {
  test("declines matching payments from then on and is recorded with each of them", async () => {
    const { customer, card } = await fundedCard();
    expect(await spend(card, "12.00")).toBe("approved");
    const strategy = await inForce(customer, { amount: { is: "over", amount: "10.00" } });
    const refused = await pay(card, { amount: "12.00" });
    expect(refused.code).toBe("amount_out_of_range");
    expect(await spend(card, "10.00")).toBe("approved");
    const hits = await app.call(customer, "GET /api/risk/strategy-hits");
    expect(hits.body.data).toMatchObject([
      { strategyId: strategy.id, movementId: refused.movementId, amount: "12.00", shadow: false },
    ]);
    const why = await app.call(customer, `GET /api/risk/declines/${refused.movementId}`);
    expect(why.body).toMatchObject({
      code: "amount_out_of_range",
      fixes: [{ kind: "allow_once" }, { kind: "raise_until", amount: "2.00" }],
    });
    expect(
      why.body.trace.find(({ check }: { check: string }) => check === "strategy"),
    ).toMatchObject({ passed: false, limit: "10.00", attempted: "12.00", strategyId: strategy.id });
    expectStatus(await turn(app, customer, strategy.id, "paused"), 200);
    expect(await spend(card, "12.00")).toBe("approved");
  });

  test("applies its new version immediately after an edit", async () => {
    const { customer, card } = await fundedCard();
    const strategy = await inForce(customer, { amount: { is: "over", amount: "10.00" } });
    expect(await spend(card, "8.00")).toBe("approved");
    expectStatus(await revise(app, customer, strategy, { rule: ruleOver("5.00") }), 200);
    expect(await spend(card, "8.00")).toBe("amount_out_of_range");
  });

  test("declines nothing in shadow mode and only records what it would have done", async () => {
    const { customer, card } = await fundedCard();
    await inForce(customer, { amount: { is: "over", amount: "5.00" } }, {}, "shadow");
    expect(await spend(card, "8.00")).toBe("approved");
    const hits = await app.call(customer, "GET /api/risk/strategy-hits");
    expect(hits.body.data).toMatchObject([{ shadow: true, action: "decline" }]);
    expect(await readCard(app, customer, card)).toMatchObject({ held: "8.00" });
  });

  test("can decline a payment and freeze the card", async () => {
    const { customer, card } = await fundedCard();
    await inForce(customer, { amount: { is: "over", amount: "5.00" } }, { action: "freeze" });
    expect(await spend(card, "8.00")).toBe("amount_out_of_range");
    expect(await readCard(app, customer, card)).toMatchObject({ status: "frozen" });
    expect(await spend(card, "1.00")).toMatch(/^card_frozen_/);
  });

  test("sends the requested email, without the card number", async () => {
    const { customer, card } = await fundedCard();
    await inForce(
      customer,
      { amount: { is: "over", amount: "5.00" } },
      { action: "notify", email: true },
    );
    expect(await spend(card, "8.00")).toBe("approved");
    await expect
      .poll(
        async () => {
          const mails = await app.call(undefined, "GET /sandbox/mail.json");
          return JSON.stringify(mails.body);
        },
        { timeout: 60_000 },
      )
      .toContain("Adobe requested 8.00 USD");
  });

  test("declines all of its customer's payments, but no others, if it can't be read", async () => {
    const { customer, card } = await fundedCard();
    const strategy = await inForce(customer, { amount: { is: "over", amount: "500.00" } });
    await app.context.db.sql`
      insert into risk_strategy_version (strategy_id, version, name, rule, created_at)
      values (${strategy.id.slice(4)}, 99, 'Broken', '{"when": {"spending": 1}}', now())`;
    await app.context.db.sql`
      update risk_strategy set version = 99 where id = ${strategy.id.slice(4)}`;
    await app.context.db.sql`
      update customer set risk_revision = risk_revision + 1 where id = ${customer.customerId}`;
    expect(await spend(card, "1.00")).toBe("strategy_unreadable");
    const metrics = await app.app.server.inject({ url: "/metrics" });
    expect(metrics.payload).toContain('tessera_risk_unreadable_strategies{status="in_force"} 1\n');
    const other = await fundedCard();
    expect(await spend(other.card, "1.00")).toBe("approved");
  });
});

describe("a velocity window", () => {
  test("of a week includes past spending and is not exceeded by concurrent payments", async () => {
    const { customer, card } = await fundedCard();
    expect(await spend(card, "30.00")).toBe("approved");
    await inForce(customer, { spending: { over: "100.00", window: "week" } });
    const codes = await Promise.all(Array.from({ length: 20 }, () => spend(card, "20.00")));
    expect(codes.filter((code) => code === "approved")).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(["approved", "limit_week"]));
    expect(await readCard(app, customer, card)).toMatchObject({ held: "90.00" });
  });

  test("of rolling hours is never exceeded concurrently, and reversals free capacity", async () => {
    const { customer, card } = await fundedCard();
    await inForce(customer, { payments: { over: 3, window: "rolling_24h" } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => pay(card, { amount: "1.00" })),
    );
    const passed = answers.filter(({ approved }) => approved);
    expect(passed).toHaveLength(3);
    expect(await spend(card, "1.00")).toBe("limit_count");
    const [first] = passed;
    await app.call(undefined, "POST /sandbox/network/reverse", {
      authorizationId: first?.authorizationId,
    });
    expect(await spend(card, "1.00")).toBe("approved");
    expect(await spend(card, "1.00")).toBe("limit_count");
  });

  test("with a filter counts matching payments across all cards", async () => {
    const { customer, card } = await fundedCard();
    const second = await openCard(app, customer);
    await fund(app, customer, second, 100_000n);
    await inForce(
      customer,
      {
        spending: { over: "50.00", window: "month" },
        merchants: { match: "any_of", values: ["Adobe"] },
      },
      { counts: "together" },
    );
    const netflix = { name: "Netflix", mcc: "4899", country: "US" };
    expect((await pay(card, { amount: "45.00", merchant: netflix })).code).toBe("approved");
    expect(await spend(card, "30.00")).toBe("approved");
    expect(await spend(second, "20.01")).toBe("limit_month");
    expect(await spend(second, "20.00")).toBe("approved");
  });

  test("counts a force post and a clearing beyond the authorized amount", async () => {
    const { customer, card } = await fundedCard();
    await inForce(customer, { spending: { over: "50.00", window: "year" } });
    const { authorizationId } = await pay(card, { amount: "20.00" });
    await app.call(undefined, "POST /sandbox/network/clear", { authorizationId, amount: "23.00" });
    await network(app, "force-post", card, { amount: "7.00" });
    expect(await spend(card, "20.01")).toBe("limit_year");
    expect(await spend(card, "20.00")).toBe("approved");
  });
});

describe("a payment held for review", () => {
  const when = { newMerchant: true } as const;

  test("holds no money while it waits, and is approved exactly once after the review", async () => {
    const { customer, card } = await fundedCard();
    await inForce(customer, when, { action: "review" });
    const held = await pay(card, { amount: "40.00" });
    expect(held).toMatchObject({ approved: false, code: "review_required" });
    expect(await readCard(app, customer, card)).toMatchObject({ held: "0.00" });
    const bill = await app.call(customer, `GET /api/transactions/${held.movementId}`);
    expect(bill.body.status).toBe("reviewing");
    const waiting = await app.call(customer, "GET /api/reviews?status=waiting");
    expect(waiting.body.data).toMatchObject([{ movementId: held.movementId, amount: "40.00" }]);
    const [review] = waiting.body.data;
    const approve = () => app.call(customer, `POST /api/reviews/${review.id}/approve`);
    const answers = await Promise.all([approve(), approve(), approve()]);
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
      answers.map(() => [200, "approved"]),
    );
    const over = expectStatus(
      await app.call(customer, `POST /api/reviews/${review.id}/decline`),
      409,
    );
    expect(over.body.code).toBe("review_decided");
    expect((await pay(card, { amount: "40.01" })).code).toBe("review_required");
    const codes = await Promise.all(Array.from({ length: 5 }, () => spend(card, "40.00")));
    expect(codes.filter((code) => code === "approved").length).toBeGreaterThanOrEqual(1);
    // The merchant is no longer new after the first payment, and the approval has not been used
    // yet.
    expect(await spend(card, "55.00")).toBe("approved");
    const after = await app.call(customer, `GET /api/transactions/${held.movementId}`);
    expect(after.body.status).toBe("declined");
    expect(after.body.timeline.map(({ kind }: { kind: string }) => kind)).toContain("review");
  });

  test("stays declined if its owner rejects it, and no other customer can decide it", async () => {
    const { customer, card } = await fundedCard();
    const stranger = await app.newCustomer();
    await inForce(customer, when, { action: "review" });
    const held = await pay(card, { amount: "40.00" });
    const [review] = (await app.call(customer, "GET /api/reviews")).body.data;
    expectStatus(await app.call(stranger, `POST /api/reviews/${review.id}/approve`), 404);
    expectStatus(await app.call(customer, `POST /api/reviews/${review.id}/decline`), 200);
    const grant = await app.call(
      customer,
      "POST /api/risk/grants",
      { movementId: held.movementId, kind: "allow_once", minutes: 15 },
      { key: newId() },
    );
    expectStatus(grant, 201);
    expect(await spend(card, "40.00")).toBe("approved");
  });
});

test("a payment held for review is permanently declined after a day with no decision", async () => {
  const { customer, card } = await fundedCard();
  await inForce(customer, { newMerchant: true }, { action: "review" });
  const held = await pay(card, { amount: "40.00" });
  app.clock.advance(24 * 3_600);
  await expireDueReviews(app.context);
  const [review] = (await app.call(customer, "GET /api/reviews")).body.data;
  expect(review).toMatchObject({ movementId: held.movementId, status: "expired" });
  const late = await app.call(customer, `POST /api/reviews/${review.id}/approve`);
  expect(expectStatus(late, 409).body.code).toBe("review_decided");
  const bill = await app.call(customer, `GET /api/transactions/${held.movementId}`);
  expect(bill.body.status).toBe("declined");
});

describe("a one-time exception", () => {
  test("lets only one concurrent payment pass, at its merchant and up to its amount", async () => {
    const { customer, card } = await fundedCard();
    await inForce(customer, { amount: { is: "over", amount: "10.00" } });
    const refused = await pay(card, { amount: "12.00" });
    const body = { movementId: refused.movementId, kind: "allow_once", minutes: 15 };
    const grants = await Promise.all(
      [1, 2, 3].map(() => app.call(customer, "POST /api/risk/grants", body, { key: newId() })),
    );
    expect(new Set(grants.map(({ body: grant }) => grant.id)).size).toBe(1);
    expect(await spend(card, "12.01")).toBe("amount_out_of_range");
    const codes = await Promise.all(Array.from({ length: 10 }, () => spend(card, "12.00")));
    expect(codes.filter((code) => code === "approved")).toHaveLength(1);
    const listed = await app.call(customer, "GET /api/risk/grants");
    expect(listed.body.data).toMatchObject([
      { status: "used", merchantName: "Adobe", movementId: refused.movementId },
    ]);
  });

  test("raises a limit only for the declined payment, and not at all once revoked", async () => {
    const { customer, card } = await fundedCard();
    await inForce(customer, { spending: { over: "50.00", window: "month" } });
    expect(await spend(card, "45.00")).toBe("approved");
    const refused = await pay(card, { amount: "12.00" });
    expect(refused.code).toBe("limit_month");
    const body = { movementId: refused.movementId, kind: "raise_until", minutes: 60 };
    const grant = expectStatus(
      await app.call(customer, "POST /api/risk/grants", body, { key: newId() }),
      201,
    );
    expect(grant.body.amount).toBe("7.00");
    expect(await spend(card, "12.01")).toBe("limit_month");
    expect(await spend(card, "12.00")).toBe("approved");
    expect(await spend(card, "0.01")).toBe("limit_month");
    expectStatus(await app.call(customer, `POST /api/risk/grants/${grant.body.id}/revoke`), 200);
    const poor = expectStatus(
      await app.call(
        customer,
        "POST /api/risk/grants",
        { ...body, movementId: (await pay(card, { amount: "99000.00" })).movementId },
        { key: newId() },
      ),
      201,
    );
    expect(poor.body.status).toBe("open");
  });

  test("is rejected for a payment that no strategy declined", async () => {
    const { customer, card } = await fundedCard(100n);
    const refused = await pay(card, { amount: "12.00" });
    expect(refused.code).toBe("insufficient_card_balance");
    const answer = await app.call(
      customer,
      "POST /api/risk/grants",
      { movementId: refused.movementId, kind: "allow_once", minutes: 15 },
      { key: newId() },
    );
    expect(answer.body.code).toBe("not_grantable");
    const why = await app.call(customer, `GET /api/risk/declines/${refused.movementId}`);
    expect(why.body.fixes).toEqual([{ kind: "top_up", amount: "11.00" }]);
  });
});

describe("zero-amount and partial authorizations", () => {
  test("verify the account, or approve part of the amount if the merchant accepts it", async () => {
    const { customer, card } = await fundedCard(2_500n);
    expect(await pay(card, { amount: "0.00" })).toMatchObject({
      approved: true,
      approvedAmount: "0.00",
    });
    const part = await pay(card, { amount: "40.00", named: { partialApproval: true } });
    expect(part).toMatchObject({ approved: true, approvedAmount: "25.00" });
    expect(await readCard(app, customer, card)).toMatchObject({
      held: "25.00",
      spentToday: "25.00",
    });
  });
});
