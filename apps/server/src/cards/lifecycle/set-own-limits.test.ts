import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  readCard,
  SEGMENTS,
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
  await app.close();
});

const NONE = { perTransaction: null, daily: null, monthly: null };

async function fundedCard(
  amountMinor = 100_000n,
  segment: string = SEGMENTS.mastercardStandardUsd,
) {
  const customer = await app.newCustomer({ USD: 10_000_000n, EUR: 10_000_000n, CNY: 10_000_000n });
  const card = await openCard(app, customer, segment);
  await fund(app, customer, card, amountMinor);
  return { customer, card };
}

const limit = (customer: TestCustomer, card: TestCard, body: object) =>
  app.call(customer, `PUT /api/cards/${card.id}/limits`, { ...NONE, ...body });

const pay = async (card: TestCard, amount: string, currency = "USD") =>
  (await network(app, "authorize", card, { amount, currency })).code;

async function explained(customer: TestCustomer) {
  const { body } = await app.call(customer, "GET /api/transactions?status=declined");
  const path = `GET /api/risk/declines/${body.data[0].id}` as const;
  return expectStatus(await app.call(customer, path), 200).body;
}

describe("limits set by the owner", () => {
  test("apply per purchase, day and month, and allow spending exactly the limit", async () => {
    const { customer, card } = await fundedCard();
    const set = await limit(customer, card, {
      perTransaction: "20.00",
      daily: "30.00",
      monthly: "1000",
    });
    expect(expectStatus(set, 200).body.ownLimits).toEqual({
      perTransaction: "20.00",
      daily: "30.00",
      monthly: "1000.00",
    });
    expect(await pay(card, "20.01")).toBe("own_limit_per_tx");
    expect(await pay(card, "20.00")).toBe("approved");
    expect(await pay(card, "10.01")).toBe("own_limit_day");
    expect(await pay(card, "10.00")).toBe("approved");
    expect(await pay(card, "0.01")).toBe("own_limit_day");
    await limit(customer, card, { monthly: "30.00" });
    expect(await pay(card, "0.01")).toBe("own_limit_month");
    await limit(customer, card, {});
    expect(await pay(card, "20.01")).toBe("approved");
  });

  test("count spending from before they were set", async () => {
    const { customer, card } = await fundedCard();
    expect(await pay(card, "50.00")).toBe("approved");
    await limit(customer, card, { daily: "60.00" });
    expect(await pay(card, "10.01")).toBe("own_limit_day");
    await limit(customer, card, { daily: "40.00" });
    expect(await pay(card, "0.01")).toBe("own_limit_day");
    expect(await readCard(app, customer, card)).toMatchObject({ spentToday: "50.00" });
  });

  test("are explained with amounts, and the suggested fix states the shortfall", async () => {
    const { customer, card } = await fundedCard();
    await limit(customer, card, { daily: "30.00" });
    await pay(card, "25.00");
    await pay(card, "12.00");
    const { code, trace, fixes } = await explained(customer);
    expect(code).toBe("own_limit_day");
    expect(trace.find((one: { check: string }) => one.check === "own_limit_day")).toMatchObject({
      passed: false,
      limit: "30.00",
      used: "25.00",
      attempted: "12.00",
      resetsAt: expect.any(String),
    });
    expect(fixes).toEqual([
      { kind: "raise_card_limit", limit: "daily", amount: "7.00", at: expect.any(String) },
    ]);
    const ahead = await app.call(customer, "POST /api/risk/preflight", {
      cardId: card.id,
      amount: "12.00",
      merchant: { name: "Adobe", mcc: "5734", country: "US" },
    });
    expect(ahead.body).toMatchObject({ approved: false, code: "own_limit_day", fixes });
  });

  test("are never suggested above the card's limit", async () => {
    const { customer, card } = await fundedCard(5_000_000n);
    const { perTransactionLimit, dailyLimit } = await readCard(app, customer, card);
    await limit(customer, card, { perTransaction: perTransactionLimit, daily: "10.00" });
    await pay(card, (Number(dailyLimit) + 1).toFixed(2));
    const { code, fixes } = await explained(customer);
    expect(code).toBe("limit_per_tx");
    expect(fixes.map((one: { kind: string }) => one.kind)).not.toContain("raise_card_limit");
  });

  test("allow exactly as many payments in a concurrent burst as fit within the limit", async () => {
    for (let round = 0; round < 3; round++) {
      const { customer, card } = await fundedCard();
      await limit(customer, card, round === 1 ? { monthly: "70.00" } : { daily: "70.00" });
      const codes = await Promise.all(Array.from({ length: 20 }, () => pay(card, "10.00")));
      expect(codes.filter((code) => code === "approved")).toHaveLength(7);
      expect(new Set(codes)).toEqual(
        new Set(["approved", round === 1 ? "own_limit_month" : "own_limit_day"]),
      );
    }
  });

  test("apply to every payment made after they are lowered during a burst", async () => {
    const { customer, card } = await fundedCard();
    const before = Array.from({ length: 10 }, () => pay(card, "5.00"));
    expectStatus(await limit(customer, card, { perTransaction: "4.00", daily: "4.00" }), 200);
    const after = await Promise.all(Array.from({ length: 10 }, () => pay(card, "5.00")));
    expect(new Set(after)).toEqual(new Set(["own_limit_per_tx"]));
    await Promise.all(before);
  });

  test("count an increment together with its payment", async () => {
    const { customer, card } = await fundedCard();
    await limit(customer, card, { perTransaction: "20.00" });
    const { authorizationId } = await network(app, "authorize", card, { amount: "15.00" });
    const body = { authorizationId, amount: "5.01" };
    const more = await app.call(undefined, "POST /sandbox/network/increment", body);
    expect(more.body).toMatchObject({ approved: false, code: "own_limit_per_tx" });
  });

  test.each([
    ["EUR", SEGMENTS.visaStandardEur],
    ["CNY", SEGMENTS.unionpayStandardCny],
  ])("are in the card's currency (%s)", async (currency, segment) => {
    const { customer, card } = await fundedCard(10_000n, segment);
    await limit(customer, card, { perTransaction: "20.00" });
    expect(await pay(card, "20.01", currency)).toBe("own_limit_per_tx");
    expect(await pay(card, "20.00", currency)).toBe("approved");
    const { body } = await app.call(customer, "GET /api/logs?category=card");
    const [entry] = body.data.filter((one: { act: string }) => one.act === "card.limits");
    const detail = await app.call(customer, `GET /api/logs/${entry.id}`);
    expect(detail.body.changes).toEqual([
      { field: "limitPerTransaction", from: null, to: `20.00 ${currency}` },
    ]);
  });

  test("may be as high as the card's limits, but no higher", async () => {
    const { customer, card } = await fundedCard();
    const { perTransactionLimit, dailyLimit, monthlyLimit } = await readCard(app, customer, card);
    const most = {
      perTransaction: perTransactionLimit,
      daily: dailyLimit,
      monthly: monthlyLimit,
    };
    expectStatus(await limit(customer, card, most), 200);
    const above = await limit(customer, card, { ...most, daily: `${Number(dailyLimit) + 1}` });
    expect(above.body).toMatchObject({
      status: 400,
      fields: [{ path: "daily", code: "above_card_limit" }],
    });
    expect((await readCard(app, customer, card)) as object).toMatchObject({ ownLimits: most });
  });

  test.each([
    [{ daily: "0" }, "daily"],
    [{ daily: "-1.00" }, "daily"],
    [{ monthly: "1.001" }, "monthly"],
    [{ perTransaction: 5 }, "perTransaction"],
    [{ perTransaction: "1e3" }, "perTransaction"],
    [{ weekly: "1.00" }, "weekly"],
    [{ currency: "EUR" }, "currency"],
    [{ revision: "1" }, "revision"],
  ])("reject %j with the name of the field", async (body, path) => {
    const { customer, card } = await fundedCard();
    const refused = await limit(customer, card, body);
    expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([400, path]);
  });

  test("are saved by only one of two editors who have seen the same revision", async () => {
    const { customer, card } = await fundedCard();
    const answers = await Promise.all(
      ["10.00", "20.00"].map((daily) => limit(customer, card, { daily, revision: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const again = answers.find(({ status }) => status === 200)?.body.ownLimits.daily;
    // A retry after a lost response does not conflict with the call that it repeats.
    expectStatus(await limit(customer, card, { daily: again, revision: 1 }), 200);
  });

  test("can be set only on the customer's open cards", async () => {
    const { customer, card } = await fundedCard(100n);
    expect((await limit(await app.newCustomer(), card, { daily: "1.00" })).status).toBe(404);
    const close = `POST /api/cards/${card.id}/close` as const;
    expectStatus(await app.call(customer, close, undefined, { key: "close-it" }), 200);
    expect((await limit(customer, card, { daily: "1.00" })).body.code).toBe("card_closed");
  });
});

describe("payments in other currencies", () => {
  test("are allowed on a new card, and blocked and allowed again by its owner", async () => {
    const { customer, card } = await fundedCard();
    const read = await app.call(customer, `GET /api/cards/${card.id}`);
    expect(read.body.foreignPayments).toBe("allowed");
    expect(await pay(card, "1.00", "GBP")).toBe("approved");
    const blocked = await limit(customer, card, { foreignPayments: "blocked" });
    expect(expectStatus(blocked, 200).body.foreignPayments).toBe("blocked");
    expect(await pay(card, "1.00", "GBP")).toBe("currency_blocked");
    // Limits that do not mention it leave it as it is.
    const limits = await limit(customer, card, { daily: "50.00" });
    expect(expectStatus(limits, 200).body.foreignPayments).toBe("blocked");
    const bad = await limit(customer, card, { foreignPayments: "sometimes" });
    expect(expectStatus(bad, 400).body.fields).toMatchObject([{ path: "foreignPayments" }]);
    await limit(customer, card, { foreignPayments: "allowed" });
    expect(await pay(card, "1.00", "GBP")).toBe("approved");
  });

  test("stay blocked on a card that was issued before they existed", async () => {
    const { customer, card } = await fundedCard();
    // The column's default is what the cards of an earlier release have.
    await app.context.db.sql`
      update card set blocks_foreign = default where id = ${card.id.slice("card_".length)}`;
    expect(await pay(card, "1.00", "GBP")).toBe("currency_blocked");
    const read = await app.call(customer, `GET /api/cards/${card.id}`);
    expect(read.body.foreignPayments).toBe("blocked");
  });
});
