import { afterAll, beforeAll, expect, test } from "vitest";
import { createStripeApp, type StripeApp } from "../../testing/stripe-app.ts";
import { compare } from "./reconciliation.fixtures.ts";

const THREE_HOURS = 10_800;

let app: StripeApp;
beforeAll(async () => {
  app = await createStripeApp();
});
afterAll(async () => {
  expect(app.stripe.violations).toEqual([]);
  await app.close();
});

/** Pays with a new card and has Stripe capture some of it. Returns Stripe's transaction. */
async function captured(amount: number, onCardMinor = 10_000n) {
  const card = await app.newCard(onCardMinor);
  const { id, created } = await app.network.pays(card.stripeId, { amount: 4_000 });
  await app.tell(created);
  const { transaction, ...events } = app.network.captures(id, amount);
  await app.tell(events.created, events.updated);
  return transaction;
}

test("card network: what was captured matches, also beyond the hold", async () => {
  await captured(4_000);
  // The rest is a force post, a movement of its own.
  await captured(15_000);
  const run = await compare(app.context, "card_network");
  expect(run).toMatchObject({ state: "completed", compared: 2, open: [] });
});

test("card network: differences on either side are breaks", async () => {
  const transaction = await captured(3_000);
  transaction.amount = -3_007;
  const [found] = (await compare(app.context, "card_network")).open;
  expect(found).toMatchObject({
    ...{ kind: "amount_differs", asset: "USD", difference: "-0.07" },
    ...{ ledger: "-30.00", outside: "-30.07", subject: transaction.id },
  });
  transaction.amount = -3_000;
  app.stripe.world.remove(transaction.id);
  app.clock.advance(THREE_HOURS);
  const [missing] = (await compare(app.context, "card_network")).open;
  expect(missing).toMatchObject({ id: found?.id, kind: "missing_outside", difference: "30.00" });
  app.stripe.world.add(transaction);
  expect(await compare(app.context, "card_network")).toMatchObject({ closed: 1, open: [] });
});

test("card network: a transaction that was never posted is a break", async () => {
  const transaction = await captured(2_000);
  const stray = { ...transaction, id: "ipi_neverposted", amount: -2_100 };
  app.stripe.world.add(stray);
  app.clock.advance(THREE_HOURS);
  const { open } = await compare(app.context, "card_network");
  expect(open).toMatchObject([
    { kind: "missing_in_ledger", reason: "not_recorded", difference: "-21.00" },
  ]);
  app.stripe.world.remove(stray.id);
});

test("card network: a run fails, and closes nothing, while Stripe is down", async () => {
  app.stripe.breakDown(true);
  const down = await compare(app.context, "card_network");
  app.stripe.breakDown(false);
  expect(down).toMatchObject({ state: "failed", fault: "source_unavailable", closed: 0 });
  expect(down.open).toHaveLength(1);
  expect(await compare(app.context, "card_network")).toMatchObject({ closed: 1, open: [] });
});
