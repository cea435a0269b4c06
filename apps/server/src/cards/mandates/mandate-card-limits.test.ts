import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setDraw } from "../../authorization/requests/draw.fixtures.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus, network, step } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { order, send } from "../auto-top-up/auto-top-up.fixtures.ts";
import { fundLockedCard } from "../funding/index.ts";
import { lockCard } from "../lifecycle/index.ts";
import { approved } from "./mandates.fixtures.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp());
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function mandateCard() {
  const customer = await app.newCustomer({ USD: 100_000n });
  const { card } = await approved(app, customer);
  return { customer, card };
}

describe("a mandate's card", () => {
  test("accepts no automatic top-up", async () => {
    const owned = await mandateCard();
    const { status, body } = await order(app, owned);
    expect([status, body.code]).toEqual([409, "card_of_mandate"]);
    expectStatus(await send(app, owned, { order: null }), 200);
  });

  test.each([
    ["to draw on the account", {}],
    ["to keep merchants paid", { daily: null, keepAlive: { daily: "9.00", merchants: ["Adobe"] } }],
  ])("cannot be set %s", async (_what, setting) => {
    const owned = await mandateCard();
    const { status, body } = await setDraw(app, owned, setting);
    expect([status, body.code]).toEqual([409, "card_of_mandate"]);
    expectStatus(await setDraw(app, owned, null), 200);
  });

  test("is not loaded by a standing order, not even to repay its debt", async () => {
    const { customer, card } = await mandateCard();
    const { customerId } = customer;
    await network(app, "force-post", card, { amount: "50.00" });
    const funded = await inTransaction(app.context.db, async (tx) => {
      const locked = await lockCard(tx, customerId, parseId("card", card.id) ?? "");
      return (
        locked &&
        fundLockedCard(app.context, tx, locked, {
          ...{ amountMinor: 1_000n, maxFeeBasisPoints: 10_000, idempotencyKey: newId() },
          guardOf: (amountMinor) => ({
            ...{ subject: locked.id, window: "test", amountMinor, count: 1 },
            maxAmountMinor: 1_000_000n,
          }),
        })
      );
    });
    expect(funded).toEqual({ refusal: "card_of_mandate" });
  });
});

describe("a clearing of a mandate's payment", () => {
  const restaurant = { name: "Adobe", mcc: "5812", country: "US" };

  async function stepsOf(amount: string, cleared: string) {
    const { customer, card } = await mandateCard();
    // More than the ceiling is on the card, so only the mandate bounds what is permitted.
    await network(app, "refund", card, { amount: "20.00" });
    const asked = { amount, merchant: restaurant };
    const { authorizationId } = await network(app, "authorize", card, asked);
    expectStatus(await step(app, "clear", authorizationId, cleared), 200);
    const id = authorizationId.replace("auth_", "mov_");
    const { body } = expectStatus(await app.call(customer, `GET /api/transactions/${id}`), 200);
    return body.timeline;
  }

  test("is permitted up to the ceiling, and the rest is a force post", async () => {
    const timeline = await stepsOf("38.00", "45.00");
    expect(timeline).toMatchObject([
      {},
      { kind: "clearing", amount: "-40.00" },
      { kind: "force_post", amount: "-5.00", labels: ["over_tolerance"] },
    ]);
  });

  test("may exceed its authorization by a tip below the ceiling", async () => {
    const timeline = await stepsOf("30.00", "36.00");
    expect(timeline).toMatchObject([{}, { kind: "clearing", amount: "-36.00" }]);
  });
});
