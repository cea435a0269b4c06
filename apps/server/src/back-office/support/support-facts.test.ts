import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, network, openCard, type TestCard } from "../../testing/test-cards.ts";
import { drafted, ruleOver, turn } from "../../testing/test-strategies.ts";

let app: CardsApp;
let ada: TestCustomer;
let ben: TestCustomer;
let desk: TestCustomer;
let card: TestCard;
let declined: string;

beforeAll(async () => {
  app = await createCardsApp();
  [ada, ben] = [await app.newCustomer(), await app.newCustomer()];
  desk = await app.newOperator();
  card = await openCard(app, ada);
  await fund(app, ada, card, 2_000n);
  const { authorizationId } = await network(app, "authorize", card, { amount: "99.00" });
  declined = authorizationId.replace("auth_", "mov_");
});
afterAll(() => app?.close());

async function about(kind: string, id: string, who = ada) {
  const body = { subject: "About this", text: "Why?", about: { kind, id } };
  return app.call(who, "POST /api/support/conversations", body, { key: newId() });
}

it("support facts: a card's facts contain current values but no card number", async () => {
  const { body } = expectStatus(await about("card", card.id), 201);
  expect(body.about).toMatchObject({
    ...{ kind: "card", id: card.id, status: "active" },
    card: { id: card.id, last4: card.pan.slice(-4) },
    ...{ balance: "20.00", currency: "USD", frozenBy: [] },
  });
  expect(JSON.stringify(body)).not.toContain(card.pan);
});

it("support facts: a declined payment's reason is in the reader's language", async () => {
  const { body } = expectStatus(await about("transaction", declined), 201);
  expect(body.about).toMatchObject({
    ...{ status: "declined", declineCode: "insufficient_card_balance" },
    card: { last4: card.pan.slice(-4) },
    currency: "USD",
  });
  const detail = await app.call(
    desk,
    `GET /api/admin/support/conversations/${body.id}`,
    undefined,
    {
      headers: { "accept-language": "zh-TW" },
    },
  );
  expect(detail.body.factsNow.declineMessage).toMatch(/[\u4e00-\u9fff]/);
  expect(detail.body.variables).toMatchObject({ name: ada.username, last4: card.pan.slice(-4) });
});

it("support facts: operators see a card's current state next to the attached state", async () => {
  const begun = expectStatus(await about("card", card.id), 201);
  expectStatus(await app.call(ada, `POST /api/cards/${card.id}/freeze`), 200);
  const path = `GET /api/admin/support/conversations/${begun.body.id}` as const;
  const { body } = await app.call(desk, path);
  expect([body.about.status, body.factsNow.status]).toEqual(["active", "frozen"]);
  expect(body.factsNow.frozenBy).toEqual(["customer"]);
  expectStatus(await app.call(ada, `POST /api/cards/${card.id}/unfreeze`), 200);
});

it("support facts: a payment held for approval counts as a review", async () => {
  const strategy = await drafted(app, ada, ruleOver("5.00", { action: "review" }));
  expectStatus(await turn(app, ada, strategy.id, "active"), 200);
  await network(app, "authorize", card, { amount: "6.00" });
  const reviews = await app.call(ada, "GET /api/reviews");
  const [review] = expectStatus(reviews, 200).body.data;
  const { body } = expectStatus(await about("review", review.id), 201);
  expect(body.about).toMatchObject({ kind: "review", status: "waiting", amount: "6.00" });
});

it("support facts: unknown, mismatched and other customers' objects return 404", async () => {
  const tries = [
    await about("card", card.id, ben),
    await about("transaction", declined, ben),
    await about("card", `card_${newId()}`),
    await about("withdrawal", declined),
    await about("card", declined),
    await about("review", "rev_none"),
  ];
  expect(tries.map(({ status, body }) => [status, body.code])).toEqual(
    tries.map(() => [404, "not_found"]),
  );
  const facts = await app.call(ben, `GET /api/support/facts?kind=card&id=${card.id}`);
  expect(facts.status).toBe(404);
});
