import { INSIGHT_MINIMUM } from "@tessera/contract/authorization/risk-insight.schemas";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wireId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  OPENING_FEES,
  openCard,
  revealed,
  SEGMENTS,
  type TestCard,
} from "../../testing/test-cards.ts";
import { openOtherServer } from "../../testing/test-settings.ts";

const DAY_SECONDS = 86_400;
let app: CardsApp;
let customer: TestCustomer;

async function spend(card: TestCard, currency: string, amount: string, mcc: string) {
  const { pan, expiryMonth, expiryYear, cvv } = card;
  const merchant = { name: `Shop ${mcc}`, mcc, country: currency === "USD" ? "US" : "DE" };
  const answer = await app.call(undefined, "POST /sandbox/network/authorize", {
    ...{ pan, expiryMonth, expiryYear, cvv },
    ...{ amount, currency, merchant },
  });
  const { authorizationId, approved } = expectStatus(answer, 200).body;
  expect(approved).toBe(true);
  expectStatus(await app.call(undefined, "POST /sandbox/network/clear", { authorizationId }), 200);
}

/**
 * Opens a card on a server that has exchange rates. Without rates, an application for a euro card
 * would be reviewed.
 */
async function openEuroCard(): Promise<TestCard> {
  const { context } = app;
  const rates = { ...context.config.rates, provider: "bundled" as const };
  const withRates = { ...context, config: { ...context.config, rates } };
  const other = await openOtherServer({ ...app, context: withRates });
  const segmentId = SEGMENTS.visaStandardEur;
  const body = { segmentId, billingAddress: "auto", openingFee: OPENING_FEES.EUR };
  const headers = { "idempotency-key": "euros" };
  const applied = await other.post(customer, "/api/card-applications", body, headers);
  await other.close();
  return revealed(app, customer, applied.body.cardId);
}

async function read(path: string, reader: TestCustomer = customer) {
  return expectStatus(await app.call(reader, `GET /api/${path}`), 200).body;
}

/** Makes twenty payments of USD 1.00 for software and one of EUR 12.00 for advertising. */
beforeAll(async () => {
  app = await createCardsApp({ RATES_PROVIDER: "none" });
  customer = await app.newCustomer({ USD: 100_000n, EUR: 50_000n });
  const dollars = await openCard(app, customer);
  const euros = await openEuroCard();
  await fund(app, customer, dollars, 10_000n);
  await fund(app, customer, euros, 10_000n);
  await spend(euros, "EUR", "12.00", "7311");
  app.clock.advance(DAY_SECONDS);
  for (let place = 0; place < INSIGHT_MINIMUM; place += 1) {
    await spend(dollars, "USD", "1.00", "5734");
  }
});
afterAll(() => app.close());

describe("amounts in two currencies without exchange rates", () => {
  test("limit spending to the display currency, and list the other currency", async () => {
    expect(await read("figures/spending?currency=USD")).toMatchObject({
      currency: "USD",
      converted: false,
      unconverted: ["EUR"],
      total: "20.00",
      categories: [{ category: "software", amount: "20.00" }],
    });
    expect(await read("figures/spending?currency=EUR")).toMatchObject({
      unconverted: ["USD"],
      total: "12.00",
      categories: [{ category: "advertising", amount: "12.00" }],
    });
    expect(await read("figures/spending?currency=CNY")).toMatchObject({
      unconverted: ["USD", "EUR"],
      total: "0.00",
      categories: [],
    });
  });

  test("limit holdings to the display currency, and list the other currency", async () => {
    const { days, ...rest } = await read("figures/holdings?days=7&currency=USD");
    expect(rest).toEqual({
      currency: "USD",
      converted: false,
      unconverted: ["EUR"],
      ratedAt: null,
    });
    // Opening the card cost 1.50, and loading it cost 100.00 plus 3.5%. 20.00 was spent.
    expect(days.at(-1)).toMatchObject({ total: "975.00", cards: "80.00", account: "895.00" });
  });

  test("still allow a risk score, in which spending lists the other currency", async () => {
    const insight = await read("risk/insight?currency=USD");
    expect(insight).toMatchObject({ enough: true, payments: INSIGHT_MINIMUM + 1 });
    expect(insight.score).toBeGreaterThan(0);
    expect(insight.spending).toMatchObject({
      converted: false,
      unconverted: ["EUR"],
      total: "20.00",
      byCategory: [{ category: "software", amount: "20.00" }],
      byMerchant: [{ name: "Shop 5734", amount: "20.00" }],
      byCountry: [{ country: "US", amount: "20.00" }],
    });
  });

  test("still let an operator open the customer's page with the score", async () => {
    const operator = await app.newOperator("administrator");
    const id = wireId("cus", customer.customerId);
    await read(`admin/customers/${id}`, operator);
    expect(await read(`admin/customers/${id}/risk`, operator)).toMatchObject({ enough: true });
  });
});

test("spending analytics: amounts in a single currency need no exchange rates", async () => {
  const saver = await app.newCustomer({ USD: 700n });
  const { days, ...rest } = await read("figures/holdings?currency=USD", saver);
  expect(rest).toMatchObject({ converted: false, unconverted: [] });
  expect(days.at(-1).total).toBe("7.00");
  expect(await read("figures/spending", saver)).toMatchObject({ unconverted: [], total: "0.00" });
});
