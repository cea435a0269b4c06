import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { allow, inForce, payFor, replace, shop } from "../../testing/ruled-cards.ts";
import {
  expectStatus,
  fund,
  fundedCard,
  openCard,
  revealed,
  step,
} from "../../testing/test-cards.ts";
import { revise, ruleOver, turn } from "../../testing/test-strategies.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const overTen = { amount: { is: "over", amount: "10.00" } } as const;

/** Creates a rule that declines payments over 10.00, and a payment of 12.00 that it declined. */
async function stopped(merchant = "Adobe") {
  const { customer, card } = await fundedCard(app);
  const strategy = await inForce(app, customer, overTen);
  const refused = await payFor(app, card, { amount: "12.00", merchant: shop(merchant) });
  return { customer, card, strategy, refused };
}

async function waitingReview(customer: TestCustomer) {
  return (await app.call(customer, "GET /api/reviews?status=waiting")).body.data[0];
}

describe("an exception for one payment", () => {
  test("is granted once per key, even after it was used and its response was lost", async () => {
    const { customer, card, refused } = await stopped();
    const key = newId();
    const first = expectStatus(await allow(app, customer, refused.movementId, { key }), 201);
    expect((await payFor(app, card, { amount: "12.00" })).approved).toBe(true);
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    const again = expectStatus(await allow(app, customer, refused.movementId, { key }), 201);
    expect(again.body).toMatchObject({ id: first.body.id, status: "used" });
    expect((await payFor(app, card, { amount: "12.00" })).approved).toBe(false);
  });

  test("is the only exception listed for its payment", async () => {
    const { customer, card, refused } = await stopped();
    const other = await payFor(app, card, { amount: "13.00", merchant: shop("Other") });
    for (const { movementId } of [refused, other]) {
      expectStatus(await allow(app, customer, movementId), 201);
    }
    const list = async (query: string) =>
      (await app.call(customer, `GET /api/risk/grants${query}`)).body.data.map(
        (grant: { movementId: string }) => grant.movementId,
      );
    expect((await list("")).toSorted()).toEqual([refused.movementId, other.movementId].toSorted());
    expect(await list(`?movementId=${refused.movementId}`)).toEqual([refused.movementId]);
    expect(await list(`?movementId=mov_${newId()}`)).toEqual([]);
    const stranger = await app.newCustomer();
    const path = `GET /api/risk/grants?movementId=${refused.movementId}` as const;
    expect((await app.call(stranger, path)).body.data).toEqual([]);
  });

  test("rejects a different request under its key", async () => {
    const { customer, refused } = await stopped();
    const key = newId();
    expectStatus(await allow(app, customer, refused.movementId, { key }), 201);
    const other = () => allow(app, customer, refused.movementId, { key, kind: "raise_until" });
    expect((await other()).body.code).toBe("idempotency_mismatch");
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    expect((await other()).body.code).toBe("idempotency_mismatch");
  });

  test("is either used or revoked, whichever comes first", async () => {
    for (let round = 0; round < 5; round++) {
      const { customer, card, refused } = await stopped();
      const { body: grant } = expectStatus(await allow(app, customer, refused.movementId), 201);
      const [paid, revoked] = await Promise.all([
        payFor(app, card, { amount: "12.00" }),
        app.call(customer, `POST /api/risk/grants/${grant.id}/revoke`),
      ]);
      expectStatus(revoked, 200);
      const [listed] = (await app.call(customer, "GET /api/risk/grants")).body.data;
      expect(listed.status).toBe(paid.approved ? "used" : "revoked");
      expect((await payFor(app, card, { amount: "12.00" })).approved).toBe(false);
    }
  });

  test("applies only at that merchant, on that card, and up to that amount", async () => {
    const { customer, card, refused } = await stopped("Adobe *Cloud 12345");
    const second = await openCard(app, customer);
    await fund(app, customer, second, 10_000n);
    expectStatus(await allow(app, customer, refused.movementId), 201);
    const asked = (name: string, amount = "12.00") =>
      payFor(app, card, { amount, merchant: shop(name) });
    expect((await asked("Adobe")).approved).toBe(false);
    expect((await asked("Adobe Cloud Stock")).approved).toBe(false);
    expect((await asked("Adobe Cloud", "12.01")).approved).toBe(false);
    const elsewhere = { amount: "12.00", merchant: shop("Adobe Cloud") };
    expect((await payFor(app, second, elsewhere)).approved).toBe(false);
    expect((await asked("ADOBE CLOUD 99999")).approved).toBe(true);
    expect((await asked("ADOBE CLOUD 99999")).approved).toBe(false);
  });

  test("stays used when the payment is reversed in part or in full", async () => {
    const { customer, card, refused } = await stopped();
    expectStatus(await allow(app, customer, refused.movementId), 201);
    const { authorizationId } = await payFor(app, card, { amount: "12.00" });
    expectStatus(await step(app, "reverse", authorizationId, "2.00"), 200);
    expectStatus(await step(app, "reverse", authorizationId), 200);
    expect((await payFor(app, card, { amount: "12.00" })).approved).toBe(false);
  });

  test("does not override a rule that is activated later", async () => {
    const { customer, card, strategy, refused } = await stopped();
    expectStatus(await allow(app, customer, refused.movementId), 201);
    expectStatus(await turn(app, customer, strategy.id, "retired"), 200);
    await inForce(app, customer, overTen);
    expect((await payFor(app, card, { amount: "12.00" })).approved).toBe(false);
  });

  test("no longer raises a limit once the rule changes", async () => {
    const { customer, card } = await fundedCard(app);
    const strategy = await inForce(app, customer, {
      spending: { over: "50.00", window: "month" },
    });
    const refused = await payFor(app, card, { amount: "60.00" });
    const raise = await allow(app, customer, refused.movementId, { kind: "raise_until" });
    expect(expectStatus(raise, 201).body.amount).toBe("10.00");
    const rule = ruleOver("1.00", { when: { spending: { over: "20.00", window: "month" } } });
    expectStatus(await revise(app, customer, strategy, { rule }), 200);
    expect((await payFor(app, card, { amount: "20.01" })).approved).toBe(false);
    expect((await payFor(app, card, { amount: "20.00" })).approved).toBe(true);
  });

  test("applies to the replacement of its card", async () => {
    const { customer, card, refused } = await stopped();
    expectStatus(await allow(app, customer, refused.movementId), 201);
    const { body } = expectStatus(await replace(app, customer, card), 201);
    const fresh = await revealed(app, customer, body.card.id);
    expect((await payFor(app, fresh, { amount: "12.00" })).approved).toBe(true);
    expect((await payFor(app, fresh, { amount: "12.00" })).approved).toBe(false);
  });
});

describe("a decision on a review", () => {
  test("takes effect only once when many are sent concurrently", async () => {
    for (let round = 0; round < 4; round++) {
      const { customer, card } = await fundedCard(app);
      await inForce(app, customer, overTen, { action: "review" });
      await payFor(app, card, { amount: "12.00" });
      const review = await waitingReview(customer);
      const words = ["approve", "decline", "approve", "decline"];
      const answers = await Promise.all(
        words.map((word) => app.call(customer, `POST /api/reviews/${review.id}/${word}`)),
      );
      const [status] = (await app.call(customer, "GET /api/reviews")).body.data.map(
        (one: { status: string }) => one.status,
      );
      const given = answers.filter((answer) => answer.status === 200);
      expect(given.map(({ body }) => body.status)).toEqual([status, status]);
      for (const { status: code, body } of answers.filter((answer) => answer.status !== 200)) {
        expect([code, body.code]).toEqual([409, "review_decided"]);
      }
      const isPaid = (await payFor(app, card, { amount: "12.00" })).approved;
      expect(isPaid).toBe(status === "approved");
    }
  });

  test("is rejected at the exact moment of expiry", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, overTen, { action: "review" });
    await payFor(app, card, { amount: "12.00" });
    const review = await waitingReview(customer);
    app.clock.advance(24 * 3_600);
    const late = await app.call(customer, `POST /api/reviews/${review.id}/approve`);
    expect([late.status, late.body.code]).toEqual([409, "review_decided"]);
    expect((await app.call(customer, "GET /api/risk/grants")).body.data).toEqual([]);
  });

  test("on an account verification lets only that verification pass", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, { newMerchant: true }, { action: "review" });
    expect((await payFor(app, card, { amount: "0.00" })).code).toBe("review_required");
    const review = await waitingReview(customer);
    expectStatus(await app.call(customer, `POST /api/reviews/${review.id}/approve`), 200);
    expect((await payFor(app, card, { amount: "0.01" })).approved).toBe(false);
    expect((await payFor(app, card, { amount: "0.00" })).approved).toBe(true);
    expect((await payFor(app, card, { amount: "0.00" })).approved).toBe(false);
  });

  test("lets the retry pass even if the rule was retired or edited in the meantime", async () => {
    const { customer, card } = await fundedCard(app);
    const strategy = await inForce(app, customer, overTen, { action: "review" });
    await payFor(app, card, { amount: "12.00" });
    const review = await waitingReview(customer);
    const rule = ruleOver("5.00", { action: "decline" });
    expectStatus(await revise(app, customer, strategy, { rule }), 200);
    expectStatus(await app.call(customer, `POST /api/reviews/${review.id}/approve`), 200);
    expect((await payFor(app, card, { amount: "12.00" })).approved).toBe(true);
    expect((await payFor(app, card, { amount: "12.00" })).approved).toBe(false);
  });
});

describe("a merchant's name", () => {
  const names = {
    "marks alone": "***",
    emoji: "🙈".repeat(40),
    "long once it is spelt out": "\ufdfa".repeat(80),
    "a counter's": "cvv:1h:0 seen:use",
    "quotes and a percent sign": `'"; -- %_\\`,
  };
  for (const [kind, name] of Object.entries(names)) {
    test(`of ${kind} is treated like any other name`, async () => {
      const { customer, card } = await fundedCard(app);
      await inForce(app, customer, { merchants: { match: "any_of", values: [name] } });
      await inForce(app, customer, { newMerchant: true }, { action: "review" });
      const asked = { amount: "1.00", merchant: shop(name) };
      const refused = await payFor(app, card, asked);
      expect(refused.code).toBe("merchant_blocked");
      expect((await payFor(app, card, { amount: "1.00" })).code).toBe("review_required");
      expectStatus(await allow(app, customer, refused.movementId), 201);
      expect((await payFor(app, card, asked)).approved).toBe(true);
      expect((await payFor(app, card, asked)).approved).toBe(false);
      const locked = await fundedCard(app, 10_000n, "merchant_locked");
      expect((await payFor(app, locked.card, asked)).approved).toBe(true);
      expect((await payFor(app, locked.card, asked)).approved).toBe(true);
      expect((await payFor(app, locked.card, { amount: "1.00" })).code).toBe(
        "merchant_lock_mismatch",
      );
    });
  }
});
