import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type Answer, type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { allow, inForce, payFor, shop } from "../../testing/ruled-cards.ts";
import { expectStatus, fundedCard } from "../../testing/test-cards.ts";
import { ruleOver, turn } from "../../testing/test-strategies.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app.close());

/**
 * Creates one of everything that another customer might try to access: a strategy, a payment, an
 * exception, a review and a card.
 */
async function ownedThings() {
  const { customer, card } = await fundedCard(app);
  const strategy = await inForce(app, customer, { amount: { is: "over", amount: "10.00" } });
  const refused = await payFor(app, card, { amount: "12.00" });
  const grant = expectStatus(await allow(app, customer, refused.movementId), 201).body;
  await inForce(app, customer, { newMerchant: true }, { action: "review" });
  const held = await payFor(app, card, { amount: "9.00", merchant: shop("Netflix") });
  const [review] = (await app.call(customer, "GET /api/reviews")).body.data;
  return { customer, card, strategy, refused, held, grant, review };
}

test("strategies: another customer's ids reveal nothing and change nothing", async () => {
  const own = await ownedThings();
  const { customer, card, strategy, refused, held, grant, review } = own;
  const stranger = await app.newCustomer();
  const ask = (request: `${"GET" | "POST" | "PUT"} ${string}`, body?: object) =>
    app.call(stranger, request, body, { key: newId() });
  const some = { scope: { cards: "some" as const, cardIds: [card.id] } };
  const rule = ruleOver("5.00");
  const prove = { "x-proof": await app.prove(stranger) };
  const asked = (request: `POST ${string}`, body: object) =>
    app.call(stranger, request, body, { key: newId(), headers: prove });
  const payment = { amount: "1.00", merchant: shop("Adobe") };
  const calls: Record<string, Promise<Answer>> = {
    strategy: ask(`GET /api/risk/strategies/${strategy.id}`),
    status: turn(app, stranger, strategy.id, "retired"),
    revise: ask(`PUT /api/risk/strategies/${strategy.id}`, { name: "x", rule, basedOn: 1 }),
    draft: ask("POST /api/risk/strategies", { name: "x", rule: ruleOver("5.00", some) }),
    backtest: ask("POST /api/risk/backtests", { rule, strategyId: strategy.id, days: 30 }),
    backtestCard: ask("POST /api/risk/backtests", { rule: ruleOver("5.00", some), days: 30 }),
    preflight: ask("POST /api/risk/preflight", { ...payment, cardId: card.id }),
    decline: ask(`GET /api/risk/declines/${refused.movementId}`),
    held: ask(`GET /api/risk/declines/${held.movementId}`),
    grant: allow(app, stranger, refused.movementId),
    revoke: ask(`POST /api/risk/grants/${grant.id}/revoke`),
    approve: ask(`POST /api/reviews/${review.id}/approve`),
    deny: ask(`POST /api/reviews/${review.id}/decline`),
    schedule: ask(`PUT /api/cards/${card.id}/schedule`, { windows: [] }),
    freeze: ask(`POST /api/cards/${card.id}/freeze`),
    unfreeze: ask(`POST /api/cards/${card.id}/unfreeze`),
    close: ask(`POST /api/cards/${card.id}/close`),
    replace: asked(`POST /api/cards/${card.id}/replace`, { reason: "lost" }),
    holds: ask(`GET /api/cards/${card.id}/holds`),
    safe: ask(`GET /api/cards/${card.id}/safe-to-spend`),
    budget: ask(`GET /api/cards/${card.id}/decline-budget`),
    charges: ask(`GET /api/cards/${card.id}/likely-charges`),
  };
  for (const [name, call] of Object.entries(calls)) {
    const answer = await call;
    const told = [name, answer.status, answer.body.code];
    expect(told).toEqual([name, 404, "not_found"]);
    expect(answer.text).not.toContain(customer.username);
    expect(answer.text).not.toContain("Adobe");
  }
  const operator = await ask(`POST /api/operator/cards/${card.id}/freeze`, { reason: "other" });
  expect(operator.status).toBe(403);
  const owner = await app.call(customer, `POST /api/operator/cards/${card.id}/freeze`, {
    reason: "other",
  });
  expect(owner.status).toBe(403);
  const insight = await ask(`GET /api/risk/insight?cardId=${card.id}`);
  expect(insight.body).toMatchObject({ payments: 0, spending: { total: "0.00" } });
  for (const path of [
    `/api/risk/strategy-hits?strategyId=${strategy.id}`,
    "/api/risk/strategies",
    "/api/risk/grants",
    "/api/reviews",
  ]) {
    expect((await ask(`GET ${path}`)).body.data).toEqual([]);
  }
  const still = await app.call(customer, `GET /api/risk/strategies/${strategy.id}`);
  expect(still.body).toMatchObject({ status: "active", version: 1 });
  expect((await app.call(customer, "GET /api/reviews")).body.data).toMatchObject([
    { id: review.id, status: "waiting" },
  ]);
  expect((await app.call(customer, "GET /api/risk/grants")).body.data).toMatchObject([
    { id: grant.id, status: "open" },
  ]);
  expect((await app.call(customer, `GET /api/cards/${card.id}`)).body).toMatchObject({
    status: "active",
    freezes: [],
  });
});
