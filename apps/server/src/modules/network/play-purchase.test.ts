import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { fund, openCard, readCard, type TestCard } from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function fundedCard() {
  const customer = await app.newCustomer({ USD: 100_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, 10_000n);
  return { customer, card };
}

let keys = 0;
function pay(
  customer: TestCustomer | undefined,
  card: Pick<TestCard, "id">,
  amount: string,
  key?: string,
) {
  keys += 1;
  return app.call(
    customer,
    `POST /sandbox/cards/${card.id}/purchase`,
    { amount },
    { key: key ?? `purchase-${keys}` },
  );
}

test("a purchase is approved, cleared and in the bills, without the card's number", async () => {
  const { customer, card } = await fundedCard();
  const { status, body } = await pay(customer, card, "12.00");
  expect([status, body]).toMatchObject([
    200,
    { approved: true, code: "approved", amount: "12.00" },
  ]);
  expect((await readCard(app, customer, card)).balance).toBe("88.00");
  const bills = await app.call(customer, "GET /api/bills?kind=purchase");
  expect(bills.body.data).toMatchObject([
    { id: body.movementId, title: "Tessera Test Shop", status: "completed", amount: "-12.00" },
  ]);
  expect(app.logs.join("\n")).not.toContain(card.pan);
});

test("the same key pays once", async () => {
  const { customer, card } = await fundedCard();
  const answers = await Promise.all([1, 2].map(() => pay(customer, card, "5.00", "one-coffee")));
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  expect((await readCard(app, customer, card)).balance).toBe("95.00");
});

test("a card with too little declines, and moves nothing", async () => {
  const { customer, card } = await fundedCard();
  const { status, body } = await pay(customer, card, "500.00");
  expect([status, body]).toMatchObject([
    200,
    { approved: false, code: "insufficient_card_balance", amount: "0.00" },
  ]);
  expect((await readCard(app, customer, card)).balance).toBe("100.00");
});

test("nobody pays with another customer's card, nor without a session", async () => {
  const { customer, card } = await fundedCard();
  const stranger = await app.newCustomer();
  expect((await pay(stranger, card, "1.00")).status).toBe(404);
  expect((await pay(undefined, card, "1.00")).status).toBe(401);
  expect((await readCard(app, customer, card)).balance).toBe("100.00");
});
