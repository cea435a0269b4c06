import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, buildApp } from "../../../app.ts";
import type { AppContext } from "../../../platform/context.ts";
import { parseId, wireId } from "../../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../../testing/cards-app.ts";
import { fund, openCard, readCard, type TestCard } from "../../../testing/test-cards.ts";
import { playPurchase } from "./simulate-purchase.ts";

let app: CardsApp;
let other: App;
beforeAll(async () => {
  app = await createCardsApp();
  // Another server that uses the same database.
  other = await buildApp({ ...app.context }, { maxEventLoopDelayMs: 0 });
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await other.server.close();
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

test("simulated purchase: is approved, cleared and listed in bills without the PAN", async () => {
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

test("simulated purchase: is paid only once per idempotency key", async () => {
  const { customer, card } = await fundedCard();
  const answers = await Promise.all([1, 2].map(() => pay(customer, card, "5.00", "one-coffee")));
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  expect((await readCard(app, customer, card)).balance).toBe("95.00");
});

/** Makes the purchase on a server that is killed before it can store or send the response. */
function payAndDie(context: AppContext, customer: TestCustomer, card: TestCard, key: string) {
  const { customerId } = customer;
  const cardId = parseId("card", card.id);
  return playPurchase(context, { customerId, cardId, amount: "5.00", idempotencyKey: key });
}

async function payAtOther(customer: TestCustomer, card: TestCard, amount: string, key: string) {
  const answer = await other.server.inject({
    method: "POST",
    url: `/sandbox/cards/${card.id}/purchase`,
    headers: { authorization: `Bearer ${customer.token}`, "idempotency-key": key },
    payload: { amount },
  });
  return { status: answer.statusCode, body: answer.json() };
}

test("simulated purchase: is paid once if two servers use the same key concurrently", async () => {
  const { customer, card } = await fundedCard();
  for (const key of ["one", "two", "three", "four"]) {
    const answers = await Promise.all([
      pay(customer, card, "5.00", key),
      payAtOther(customer, card, "5.00", key),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  }
  expect((await readCard(app, customer, card)).balance).toBe("80.00");
});

test("simulated purchase: is paid once if the server is killed before it responds", async () => {
  const { customer, card } = await fundedCard();
  const first = await payAndDie(app.context, customer, card, "killed-late");
  const { status, body } = await pay(customer, card, "5.00", "killed-late");
  expect([status, body.movementId]).toEqual([200, wireId("mov", first.movementId)]);
  expect((await readCard(app, customer, card)).balance).toBe("95.00");
});

test("simulated purchase: is cleared by a retry if a server died before clearing it", async () => {
  const { customer, card } = await fundedCard();
  const ledger = {
    ...app.context.ledger,
    post: () => Promise.reject(new Error("the server is killed")),
  };
  const killed = payAndDie({ ...app.context, ledger }, customer, card, "killed-early");
  await expect(killed).rejects.toThrow("killed");
  expect(await readCard(app, customer, card)).toMatchObject({ balance: "100.00", held: "5.00" });
  const { body } = await payAtOther(customer, card, "5.00", "killed-early");
  expect(body).toMatchObject({ approved: true, amount: "5.00" });
  expect(await readCard(app, customer, card)).toMatchObject({ balance: "95.00", held: "0.00" });
});

test("simulated purchase: a key used for another purchase before a crash is rejected", async () => {
  const { customer, card } = await fundedCard();
  await payAndDie(app.context, customer, card, "used");
  const { status, body } = await pay(customer, card, "6.00", "used");
  expect([status, body.code]).toEqual([422, "idempotency_mismatch"]);
  expect((await readCard(app, customer, card)).balance).toBe("95.00");
});

test("simulated purchase: is declined and moves no money if funds are insufficient", async () => {
  const { customer, card } = await fundedCard();
  const { status, body } = await pay(customer, card, "500.00");
  expect([status, body]).toMatchObject([
    200,
    { approved: false, code: "insufficient_card_balance", amount: "0.00" },
  ]);
  expect((await readCard(app, customer, card)).balance).toBe("100.00");
});

test("simulated purchase: is rejected for others' cards and without a session", async () => {
  const { customer, card } = await fundedCard();
  const stranger = await app.newCustomer();
  expect((await pay(stranger, card, "1.00")).status).toBe(404);
  expect((await pay(undefined, card, "1.00")).status).toBe(401);
  expect((await readCard(app, customer, card)).balance).toBe("100.00");
});
