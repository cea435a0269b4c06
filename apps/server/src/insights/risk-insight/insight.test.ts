import {
  INSIGHT_MINIMUM,
  type Insight,
} from "@tessera/contract/authorization/risk-insight.schemas";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, openCard, type TestCard } from "../../testing/test-cards.ts";

const MINUTE = 60;
const DAY = 86_400;

let app: CardsApp;
let customer: TestCustomer;
let card: TestCard;
let other: TestCard;

interface Payment {
  readonly amount?: string;
  readonly name?: string;
  readonly mcc?: string;
  readonly country?: string;
  readonly cvv?: string;
  readonly on?: TestCard;
}

/** Makes a payment, waits until it is recorded, and returns its movement's id. */
async function pay(payment: Payment = {}): Promise<string> {
  const { amount = "20.00", name = "Adobe", mcc = "5734", country = "US", on = card } = payment;
  const answer = await app.call(undefined, "POST /sandbox/network/authorize", {
    pan: on.pan,
    expiryMonth: on.expiryMonth,
    expiryYear: on.expiryYear,
    cvv: payment.cvv ?? on.cvv,
    amount,
    currency: "USD",
    merchant: { name, mcc, country },
  });
  const { authorizationId, approved } = expectStatus(answer, 200).body;
  app.clock.advance(MINUTE);
  if (approved && amount === "20.00") {
    expectStatus(
      await app.call(undefined, "POST /sandbox/network/clear", { authorizationId }),
      200,
    );
  }
  return authorizationId.replace("auth_", "mov_");
}

async function read(search = "", reader: TestCustomer = customer): Promise<Insight> {
  return expectStatus(await app.call(reader, `GET /api/risk/insight${search}`), 200).body;
}

function pointsOf({ factors }: Insight, name: string): number | undefined {
  return factors.find(({ factor }) => factor === name)?.points;
}

function wrongCvv(): string {
  return card.cvv === "111" ? "222" : "111";
}

beforeAll(async () => {
  app = await createCardsApp();
  // Advances to the start of a day, so that no day ends during a test.
  app.clock.advance(86_401 - ((app.clock.now().getTime() / 1_000) % 86_400));
  customer = await app.newCustomer({ USD: 1_000_000n });
  card = await openCard(app, customer);
  other = await openCard(app, customer);
  await fund(app, customer, card, 300_000n);
  await fund(app, customer, other, 100_000n);
});
afterAll(() => app.close());

describe("a risk insight", () => {
  test("has no score below the minimum number of payments, and reports their number", async () => {
    for (let place = 1; place < INSIGHT_MINIMUM; place += 1) {
      await pay();
    }
    const insight = await read();
    expect(insight).toMatchObject({
      enough: false,
      minimum: INSIGHT_MINIMUM,
      payments: INSIGHT_MINIMUM - 1,
      factors: [],
      alerts: [],
      suggestions: [],
      alertsSeenAt: null,
    });
    expect(insight).not.toHaveProperty("score");
    expect(insight).not.toHaveProperty("band");
  });

  test("has a score from the minimum number on, and counts every payment immediately", async () => {
    await pay();
    const insight = await read();
    expect(insight).toMatchObject({ enough: true, payments: INSIGHT_MINIMUM, band: "low" });
    // Neither card has a rule. Every other factor earns full points.
    expect(insight.score).toBe(95);
    expect(pointsOf(insight, "unguarded_cards")).toBe(0);
    expect(insight.change).toBeUndefined();
  });

  test("sums settled spending by category", async () => {
    const { spending } = await read();
    expect(spending).toMatchObject({
      currency: "USD",
      converted: false,
      total: "400.00",
      byCategory: [{ category: "software", amount: "400.00" }],
      byMerchant: [{ name: "Adobe", amount: "400.00" }],
      byCountry: [{ country: "US", amount: "400.00" }],
    });
    expect(spending.byDay).toHaveLength(30);
    const spentDays = spending.byDay.filter(({ amount }) => amount !== "0.00");
    expect(spentDays.map(({ amount }) => amount)).toEqual(["400.00"]);
    expect((await read("?currency=EUR")).spending).toMatchObject({
      currency: "EUR",
      converted: true,
    });
  });

  test("lowers the score for each type of problem, and shows an alert about it", async () => {
    const before = await read();
    const wrong = [await pay({ cvv: wrongCvv(), name: "Namecheap *1" })];
    wrong.push(await pay({ cvv: wrongCvv(), name: "NAMECHEAP *1" }));
    const two = await read();
    expect(pointsOf(two, "repeated_declines")).toBe(15);
    expect(two.alerts).toEqual([]);
    wrong.push(await pay({ cvv: wrongCvv(), name: "Namecheap *1" }));
    const abroad = await pay({ country: "JP", name: "Lawson", mcc: "5499", on: other });
    const small = [];
    for (let place = 0; place < 4; place += 1) {
      small.push(await pay({ amount: "1.10", name: `Shop ${place}` }));
    }
    await pay({ amount: "9000.00", name: "Jeweller", mcc: "5944", on: other });
    const insight = await read();
    expect(insight.score).toBeLessThan(before.score ?? 0);
    expect(insight.score).toBe(insight.factors.reduce((sum, { points }) => sum + points, 0));
    const lost = insight.factors.filter(({ points, max }) => points < max);
    expect(lost.map(({ factor }) => factor)).toEqual([
      "declines",
      "repeated_declines",
      "wrong_details",
      "new_countries",
      "new_merchants",
      "small_payments",
      "unguarded_cards",
    ]);
    const told = insight.alerts.map(({ kind, cardId, movementIds }) => [kind, cardId, movementIds]);
    expect(told).toContainEqual(["wrong_details", card.id, wrong]);
    expect(told).toContainEqual(["first_country", other.id, [abroad]]);
    expect(told).toContainEqual(["small_payments", card.id, small]);
    // The same three payments are not also reported as a series of declines.
    expect(told).toHaveLength(3);
  });

  test("counts declines by reason, country and day", async () => {
    const { declines } = await read();
    expect(declines).toMatchObject({
      total: 4,
      of: 29,
      byReason: [
        { reason: "wrong_details", count: 3 },
        { reason: "payment_limit", count: 1 },
      ],
      byMerchant: [
        { name: "Namecheap *1", count: 3 },
        { name: "Jeweller", count: 1 },
      ],
      byCountry: [{ country: "US", count: 4 }],
    });
    expect(declines.byDay.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  });

  test("covers only the requested card, and is empty for another customer's card", async () => {
    const own = await read(`?cardId=${other.id}`);
    expect(own).toMatchObject({ enough: false, payments: 2, declines: { total: 1, of: 2 } });
    const stranger = await app.newCustomer();
    const nothing = { enough: false, payments: 0, spending: { total: "0.00" } };
    expect(await read(`?cardId=${card.id}`, stranger)).toMatchObject(nothing);
    expect(await read("?cardId=nothing")).toMatchObject(nothing);
    expect(await read("", stranger)).toMatchObject(nothing);
  });

  test("rejects an unsupported period", async () => {
    const answer = await app.call(customer, "GET /api/risk/insight?days=7");
    expect([answer.status, answer.body.fields?.[0]]).toMatchObject([
      400,
      { path: "days", code: "not_allowed" },
    ]);
  });
});

describe("rule suggestions", () => {
  test("can be saved unchanged as drafts, and disappear once their rules are active", async () => {
    const { suggestions } = await read();
    expect(suggestions).toHaveLength(4);
    for (const { kind, rule } of suggestions) {
      const body = { name: kind, rule };
      const drafted = await app.call(customer, "POST /api/risk/strategies", body, { key: newId() });
      const { id } = expectStatus(drafted, 201).body;
      const turned = { status: "active" };
      expectStatus(await app.call(customer, `POST /api/risk/strategies/${id}/status`, turned), 200);
    }
    const after = await read();
    expect(pointsOf(after, "unguarded_cards")).toBe(5);
    const kinds = suggestions.map(({ kind }) => kind);
    expect(after.suggestions.filter(({ kind }) => kinds.includes(kind))).toEqual([]);
  });
});

describe("seen alerts", () => {
  const seen = (until: string) => app.call(customer, "POST /api/risk/insight/seen", { until });

  test("are stored up to the latest alert shown, and never beyond the current time", async () => {
    const { alerts } = await read();
    const newest = alerts[0]?.at ?? "";
    const oldest = alerts.at(-1)?.at ?? "";
    expectStatus(await seen(newest), 204);
    expectStatus(await seen(oldest), 204);
    expect((await read()).alertsSeenAt).toBe(newest);
    expectStatus(await seen("2999-01-01T00:00:00.000Z"), 204);
    const { alertsSeenAt } = await read();
    expect(alertsSeenAt).not.toBe(newest);
    expect(Date.parse(alertsSeenAt ?? "")).toBeLessThanOrEqual(app.context.clock.now().getTime());
  });

  test("cannot be stored without a time", async () => {
    const refused = await seen("yesterday");
    expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([400, "until"]);
  });
});

describe("the period after one with problems", () => {
  test("is compared with that period, whose countries and merchants are known", async () => {
    app.clock.advance(31 * DAY);
    for (let place = 0; place < INSIGHT_MINIMUM; place += 1) {
      await pay({ on: other, name: place % 2 === 0 ? "Adobe" : "Lawson", country: "JP" });
    }
    const insight = await read();
    expect(insight).toMatchObject({ enough: true, payments: INSIGHT_MINIMUM, alerts: [] });
    expect(pointsOf(insight, "new_countries")).toBe(10);
    expect(insight.change?.points).toBeGreaterThan(0);
    expect(insight.change?.since).toBe(insight.from);
    expect((await read("?days=90")).payments).toBeGreaterThan(INSIGHT_MINIMUM);
  });
});

describe("a subscription price increase", () => {
  test("triggers an alert about the first payment at the new price", async () => {
    customer = await app.newCustomer({ USD: 1_000_000n });
    card = await openCard(app, customer);
    await fund(app, customer, card, 100_000n);
    for (let month = 0; month < 4; month += 1) {
      await pay({ name: "Figma" });
      app.clock.advance(30 * DAY);
    }
    for (let place = 1; place < INSIGHT_MINIMUM; place += 1) {
      await pay({ amount: "4.00" });
    }
    expect((await read()).alerts).toEqual([]);
    const raised = await pay({ name: "Figma", amount: "23.00" });
    const { alerts } = await read();
    expect(alerts).toMatchObject([
      {
        kind: "price_rise",
        cardId: card.id,
        merchantName: "Figma",
        movementIds: [raised],
        rise: { from: "20.00", to: "23.00", currency: "USD" },
      },
    ]);
  });
});
