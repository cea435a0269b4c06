import { formatAmount, parseAmount } from "@tessera/money";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { allow, inForce, payFor } from "../../testing/ruled-cards.ts";
import { expectStatus, fundedCard, readCard, step } from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function more(authorizationId: string, amount: string) {
  const { body } = expectStatus(await step(app, "increment", authorizationId, amount), 200);
  return body;
}

async function hitsOf(customer: TestCustomer) {
  return (await app.call(customer, "GET /api/risk/strategy-hits")).body.data;
}

const overTen = { amount: { is: "over", amount: "10.00" } } as const;

describe("an increment", () => {
  test("that a rule declines is a separate hit and does not undo the first approval", async () => {
    const { customer, card } = await fundedCard(app);
    const strategy = await inForce(app, customer, overTen);
    const { authorizationId } = await payFor(app, card, { amount: "8.00" });
    expect(await more(authorizationId, "2.00")).toMatchObject({ approved: true });
    const refused = await more(authorizationId, "0.01");
    expect(refused).toMatchObject({ approved: false, code: "amount_out_of_range" });
    const hits = await hitsOf(customer);
    expect(hits).toMatchObject([
      { strategyId: strategy.id, action: "decline", amount: "0.01", shadow: false },
    ]);
    expect(await readCard(app, customer, card)).toMatchObject({ held: "10.00" });
    const why = await app.call(customer, `GET /api/risk/declines/${hits[0].movementId}`);
    expect(why.body).toMatchObject({ code: "amount_out_of_range", amount: "0.01" });
  });

  test("is approved if rules, including shadow rules, only record it", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, overTen, { action: "notify" });
    const { authorizationId } = await payFor(app, card, { amount: "8.00" });
    expect(await more(authorizationId, "3.00")).toMatchObject({ approved: true });
    expect(await hitsOf(customer)).toMatchObject([{ action: "notify", amount: "3.00" }]);
    expect(await readCard(app, customer, card)).toMatchObject({ held: "11.00" });
  });

  test("freezes the card if a rule requires it, and is declined with the rule's code", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, overTen, { action: "freeze" });
    const { authorizationId } = await payFor(app, card, { amount: "8.00" });
    expect(await more(authorizationId, "3.00")).toMatchObject({
      approved: false,
      code: "amount_out_of_range",
    });
    expect(await readCard(app, customer, card)).toMatchObject({
      status: "frozen",
      freezes: [{ layer: "risk" }],
      held: "8.00",
    });
    expect((await payFor(app, card, { amount: "1.00" })).code).toBe("card_frozen_risk");
    expect(await hitsOf(customer)).toMatchObject([{ action: "freeze", amount: "3.00" }]);
    expectStatus(await step(app, "clear", authorizationId, "8.00"), 200);
  });

  test("that a rule would review is declined with its code and cannot be approved", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, overTen, { action: "review" });
    const { authorizationId } = await payFor(app, card, { amount: "8.00" });
    expect(await more(authorizationId, "3.00")).toMatchObject({
      approved: false,
      code: "amount_out_of_range",
    });
    const [hit] = await hitsOf(customer);
    expect(hit).toMatchObject({ action: "review", amount: "3.00" });
    expect((await app.call(customer, "GET /api/reviews")).body.data).toEqual([]);
    const why = await app.call(customer, `GET /api/risk/declines/${hit.movementId}`);
    expect(why.body.fixes).toEqual([expect.objectContaining({ kind: "raise_until" })]);
    const once = await allow(app, customer, hit.movementId);
    expect([once.status, once.body.code]).toEqual([409, "not_grantable"]);
    const raised = await allow(app, customer, hit.movementId, { kind: "raise_until" });
    expect(expectStatus(raised, 201).body.amount).toBe("1.00");
    expect(await more(authorizationId, "3.01")).toMatchObject({ approved: false });
    expect(await more(authorizationId, "3.00")).toMatchObject({ approved: true });
  });

  test("never uses the owner's one-time exception", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, overTen);
    const refused = await payFor(app, card, { amount: "50.00" });
    const open = await payFor(app, card, { amount: "9.00" });
    expectStatus(await allow(app, customer, refused.movementId), 201);
    expect(await more(open.authorizationId, "2.00")).toMatchObject({ approved: false });
    const passed = await payFor(app, card, { amount: "50.00" });
    expect(passed.code).toBe("approved");
    expect(await more(passed.authorizationId, "0.01")).toMatchObject({ approved: false });
  });

  test("never exceeds a window if sent concurrently, and frees capacity if reversed", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, { spending: { over: "50.00", window: "rolling_24h" } });
    const payments = await Promise.all(
      [1, 2, 3, 4].map(() => payFor(app, card, { amount: "5.00" })),
    );
    const answers = await Promise.all(
      payments.flatMap(({ authorizationId }) => [1, 2, 3].map(() => more(authorizationId, "7.00"))),
    );
    expect(answers.filter(({ approved }) => approved)).toHaveLength(4);
    expect(await readCard(app, customer, card)).toMatchObject({ held: "48.00" });
    const [first] = payments;
    expectStatus(await step(app, "reverse", first.authorizationId), 200);
    const { held } = await readCard(app, customer, card);
    const room = 5_000n - (parseAmount(held, "USD") ?? 0n);
    const tryFor = async (minor: bigint) =>
      (await payFor(app, card, { amount: formatAmount(minor, "USD") })).approved;
    expect(await tryFor(room + 1n)).toBe(false);
    expect(await tryFor(room)).toBe(true);
  });
});
