import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  readCard,
  revealed,
  SEGMENTS,
  step,
  type TestCard,
} from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
  // Advances to the start of a day, so that no day ends during a test.
  app.clock.advance(86_401 - ((app.clock.now().getTime() / 1_000) % 86_400));
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  for (const { name, sql } of SERVER_CHECKS) {
    expect([name, await app.context.db.sql.unsafe(sql)]).toEqual([name, []]);
  }
  await app.close();
});

/** Creates a card loaded with 100.00, after fees of 1.50 and 3.50. */
async function fundedCard(usage: "standard" | "single_use" | "merchant_locked" = "standard") {
  const customer = await app.newCustomer({ USD: 20_850n });
  const card = await openCard(app, customer, SEGMENTS.mastercardStandardUsd, usage);
  await fund(app, customer, card, 10_000n);
  return { customer, card };
}

interface Replacement {
  readonly reason?: string;
  readonly key?: string;
  /** The server that gets the call. */
  readonly at?: CardsApp;
}

async function replace(
  customer: TestCustomer,
  card: Pick<TestCard, "id">,
  { reason = "lost", key = newId(), at = app }: Replacement = {},
) {
  const { password } = customer;
  const { body } = await at.call(customer, "POST /api/auth/proof", { password });
  const options = { key, headers: { "x-proof": body.proof } };
  return at.call(customer, `POST /api/cards/${card.id}/replace`, { reason }, options);
}

async function replaced(customer: TestCustomer, card: Pick<TestCard, "id">) {
  const { body } = expectStatus(await replace(customer, card), 201);
  return { ...body, pays: await revealed(app, customer, body.card.id) };
}

async function accountOf(customer: TestCustomer) {
  const [row] = await app.context.db.sql<{ posted: bigint }[]>`
    select b.posted from ledger.balance b join ledger.account a on a.id = b.account_id
    where a.customer_id = ${customer.customerId} and a.kind = 'account' and a.currency = 'USD'`;
  return row?.posted;
}

const shop = (name: string) => ({ name, mcc: "5734", country: "US" });
const pay = async (card: TestCard, amount: string, merchant = "Adobe") =>
  (await network(app, "authorize", card, { amount, merchant: shop(merchant) })).code;

describe("a card replacement", () => {
  test("gets a new PAN and keeps the card's balance and settings, free of charge", async () => {
    const { customer, card } = await fundedCard();
    const windows = [{ days: ["mon"], from: "01:00", to: "02:00" }];
    await app.call(customer, `PUT /api/cards/${card.id}/schedule`, { windows });
    const before = await readCard(app, customer, card);
    const answer = await replaced(customer, card);
    expect(answer.card).toEqual({
      ...before,
      id: answer.card.id,
      last4: answer.pays.pan.slice(-4),
      createdAt: answer.card.createdAt,
      replaces: card.id,
    });
    expect(answer.pays.pan).not.toBe(card.pan);
    expect(answer.replaced).toMatchObject({
      id: card.id,
      status: "closed",
      balance: "0.00",
      replacedBy: answer.card.id,
    });
    expect(await accountOf(customer)).toBe(10_350n);
    expect(await pay(card, "1.00")).toBe("card_closed");
    expect(await pay(answer.pays, "100.00")).toBe("approved");
  });

  test("requires a step-up token, and works only for the caller's cards", async () => {
    const { customer, card } = await fundedCard();
    const path = `POST /api/cards/${card.id}/replace` as const;
    const body = { reason: "lost" };
    const unproven = await app.call(customer, path, body, { key: newId() });
    expect([unproven.status, unproven.body.code]).toEqual([403, "proof_required"]);
    const stranger = await app.newCustomer();
    expect((await replace(stranger, card)).status).toBe(404);
    expect((await replace(customer, card, { reason: "bored" })).status).toBe(400);
    expect((await readCard(app, customer, card)).status).toBe("active");
  });

  test("happens once per idempotency key, even after its response is deleted", async () => {
    const { customer, card } = await fundedCard();
    const first = expectStatus(await replace(customer, card, { key: "one" }), 201);
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    expect((await replace(customer, card, { key: "one" })).body).toEqual(first.body);
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    const other = await replace(customer, card, { key: "one", reason: "stolen" });
    expect([other.status, other.body.code]).toEqual([422, "idempotency_mismatch"]);
    expect((await replace(customer, card)).body.code).toBe("card_closed");
    expect((await app.call(customer, "GET /api/cards")).body.data).toHaveLength(2);
  });

  test("creates only one card, even with many concurrent requests", async () => {
    const { customer, card } = await fundedCard();
    const answers = await Promise.all(Array.from({ length: 6 }, () => replace(customer, card)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const cards = (await app.call(customer, "GET /api/cards")).body.data;
    expect(cards).toHaveLength(2);
    expect(await accountOf(customer)).toBe(10_350n);
  });

  test("carries over spending for the day and month, so that no limit starts over", async () => {
    const { customer, card } = await fundedCard();
    const { authorizationId } = await network(app, "authorize", card, { amount: "40.00" });
    await step(app, "clear", authorizationId, "40.00");
    const { card: fresh, pays } = await replaced(customer, card);
    expect(fresh).toMatchObject({
      balance: "60.00",
      spentToday: "40.00",
      spentThisMonth: "40.00",
    });
    expect(await pay(pays, "10.00")).toBe("approved");
    expect((await readCard(app, customer, fresh)).spentToday).toBe("50.00");
  });

  test("lets a rule for the old card apply to the new card, including its counters", async () => {
    const { customer, card } = await fundedCard();
    const when = {
      payments: { over: 2, window: "week" },
      merchants: { match: "any_of", values: ["Adobe"] },
    };
    await rule(customer, { when, scope: { cards: "some", cardIds: [card.id] } });
    expect(await pay(card, "1.00")).toBe("approved");
    const once = await replaced(customer, card);
    expect(await pay(once.pays, "1.00")).toBe("approved");
    const twice = await replaced(customer, once.card);
    expect(twice.card.replaces).toBe(once.card.id);
    expect(await pay(twice.pays, "1.00")).toBe("limit_count");
    expect(await pay(twice.pays, "1.00", "Netflix")).toBe("approved");
  });

  test("also lets a rule count the days before today", async () => {
    const { customer, card } = await fundedCard();
    const when = { payments: { over: 2, window: "rolling_7d" } };
    const scope = { cards: "some", cardIds: [card.id] };
    await rule(customer, { when, scope });
    expect(await pay(card, "1.00")).toBe("approved");
    app.clock.advance(86_400);
    expect(await pay(card, "1.00")).toBe("approved");
    app.clock.advance(86_400);
    const { pays } = await replaced(customer, card);
    expect(await pay(pays, "1.00")).toBe("limit_count");
  });

  test("lets a rule enabled later count payments made with the old card", async () => {
    const { customer, card } = await fundedCard();
    expect(await pay(card, "30.00")).toBe("approved");
    const { pays } = await replaced(customer, card);
    const when = {
      spending: { over: "50.00", window: "year" },
      merchants: { match: "any_of", values: ["Adobe"] },
    };
    await rule(customer, { when, scope: { cards: "all" }, currency: "USD" });
    expect(await pay(pays, "20.01")).toBe("limit_year");
    expect(await pay(pays, "20.00")).toBe("approved");
  });

  test("leaves held money on the old card, and moves it when it is released", async () => {
    const { customer, card } = await fundedCard();
    const { authorizationId } = await network(app, "authorize", card, { amount: "30.00" });
    const { card: fresh, replaced: old } = await replaced(customer, card);
    expect(fresh.balance).toBe("70.00");
    expect(old).toMatchObject({
      status: "closing",
      balance: "30.00",
      closing: { pendingPayments: 1 },
    });
    expectStatus(await step(app, "clear", authorizationId, "10.00"), 200);
    expect((await readCard(app, customer, card)).status).toBe("closed");
    expect((await readCard(app, customer, fresh)).balance).toBe("90.00");
    expect(await accountOf(customer)).toBe(10_350n);
    // Refunds to a closed card go to the account, as usual.
    expect((await network(app, "refund", card, { amount: "5.00" })).approved).toBe(true);
    expect(await accountOf(customer)).toBe(10_850n);
  });

  test("moves a refund to the old card to the new card while a payment is pending", async () => {
    const { customer, card } = await fundedCard();
    const { authorizationId } = await network(app, "authorize", card, { amount: "30.00" });
    const { card: fresh } = await replaced(customer, card);
    expect((await network(app, "refund", card, { amount: "5.00" })).approved).toBe(true);
    expectStatus(await step(app, "clear", authorizationId, "30.00"), 200);
    expect((await readCard(app, customer, card)).status).toBe("closed");
    expect((await readCard(app, customer, fresh)).balance).toBe("75.00");
    expect(await accountOf(customer)).toBe(10_350n);
  });

  test("sends released money to the account if the new card is also closed", async () => {
    const { customer, card } = await fundedCard();
    const { authorizationId } = await network(app, "authorize", card, { amount: "30.00" });
    const { card: fresh } = await replaced(customer, card);
    const path = `POST /api/cards/${fresh.id}/close` as const;
    expectStatus(await app.call(customer, path, undefined, { key: newId() }), 200);
    expectStatus(await step(app, "reverse", authorizationId), 200);
    expect(await accountOf(customer)).toBe(20_350n);
  });

  test("lifts the owner's freeze, but is rejected during an operator's freeze", async () => {
    const { customer, card } = await fundedCard();
    await app.call(customer, `POST /api/cards/${card.id}/freeze`);
    const { card: fresh } = await replaced(customer, card);
    expect(fresh).toMatchObject({ status: "active", freezes: [] });
    const operator = await app.newOperator();
    await app.call(operator, `POST /api/operator/cards/${fresh.id}/freeze`, { reason: "other" });
    const refused = await replace(customer, fresh);
    expect([refused.status, refused.body.code]).toEqual([409, "card_frozen_operator"]);
    expect((await readCard(app, customer, fresh)).status).toBe("frozen");
  });

  test("stays locked to the same merchant; a used single-use card is not replaced", async () => {
    const locked = await fundedCard("merchant_locked");
    await pay(locked.card, "1.00", "Adobe");
    await app.context.db.sql`update card set locked_merchant_key = null, locked_merchant_name = null
      where id = ${parseId("card", locked.card.id) ?? ""}`;
    const { card: fresh, pays } = await replaced(locked.customer, locked.card);
    expect(fresh).toMatchObject({ usage: "merchant_locked", lockedMerchant: "Adobe" });
    expect(await pay(pays, "1.00", "Netflix")).toBe("merchant_lock_mismatch");
    expect(await pay(pays, "1.00", "Adobe")).toBe("approved");

    const single = await fundedCard("single_use");
    const unused = await replaced(single.customer, single.card);
    expect(unused.card).toMatchObject({ usage: "single_use", used: false });
    expect(await pay(unused.pays, "1.00")).toBe("approved");
    const refused = await replace(single.customer, unused.card);
    expect([refused.status, refused.body.code]).toEqual([409, "card_used"]);
  });
});

/** Enables a rule that declines payments. */
async function rule(
  customer: TestCustomer,
  about: { when: object; scope: object; currency?: string },
) {
  const whole = { ...about, action: "decline", counts: "per_card", email: false };
  const body = { name: "A rule", rule: whole };
  const drafted = await app.call(customer, "POST /api/risk/strategies", body, { key: newId() });
  const { id } = expectStatus(drafted, 201).body;
  const turned = { status: "active" };
  expectStatus(await app.call(customer, `POST /api/risk/strategies/${id}/status`, turned), 200);
}

test("card replacements: the eleventh within a day is refused", async () => {
  const at = await createCardsApp({ RATE_LIMITS: "on" });
  try {
    at.clock.advance(86_401 - ((at.clock.now().getTime() / 1_000) % 86_400));
    const customer = await at.newCustomer({ USD: 20_850n });
    let card: Pick<TestCard, "id"> = await openCard(at, customer);
    for (let count = 0; count < 10; count += 1) {
      card = expectStatus(await replace(customer, card, { at }), 201).body.card;
      at.clock.advance(600);
    }
    const refused = await replace(customer, card, { at });
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  } finally {
    await at.close();
  }
});
