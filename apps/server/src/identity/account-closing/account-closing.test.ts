import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newStopLink } from "../../money-movement/payouts/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { giveMoney } from "../../testing/give-money.ts";
import { expectStatus, fund, network, openCard, SEGMENTS } from "../../testing/test-cards.ts";
import { openTestCase } from "../../testing/test-reviews.ts";
import { withdrawerFor } from "../../testing/test-withdrawals.ts";
import {
  ask,
  mailAbout,
  mailCount,
  passCooling,
  proofOf,
  signIn,
  standing,
  stored,
} from "./account-closing.fixtures.ts";

let app: CardsApp;

beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const refusal = (code: string, status = 409) => ({ status, body: { code } });

function kinds(body: { groups: { kind: string; effect: string; count: number }[] }) {
  return body.groups.map(({ kind, effect, count }) => `${kind} ${effect} ${count}`);
}

/** Creates a customer with 40 cents, which is below the smallest withdrawal. */
function withCents(): Promise<TestCustomer> {
  return app.newCustomer({ USD: 40n });
}

const CENTS = [{ currency: "USD", amount: "0.40" }] as const;

function openDeposit(who: TestCustomer) {
  const asked = { asset: "USDT", network: "TRC20", amount: "100.00" };
  return app.call(who, "POST /api/wallet/deposits", asked, { key: newId() });
}

function openConversation(who: TestCustomer) {
  const asked = { subject: "A question", text: "Why?", attachments: [] };
  return app.call(who, "POST /api/support/conversations", asked, { key: newId() });
}

describe("account closure preview", () => {
  it("lists holds, cards, schedules, money, deposits, cases and conversations", async () => {
    const who = await app.newCustomer({ USD: 50_000n, EUR: 12n });
    const card = await openCard(app, who);
    await fund(app, who, card, 10_000n);
    await network(app, "authorize", card, { amount: "30.00" });
    const schedule = { windows: [{ days: ["mon"], from: "09:00", to: "17:00" }] };
    await app.call(who, `PUT /api/cards/${card.id}/schedule`, schedule, { key: newId() });
    expectStatus(await openDeposit(who), 201);
    expectStatus(await openConversation(who), 201);
    await openTestCase(app, who);
    const body = await standing(app, who);
    expect(kinds(body)).toEqual([
      "withdrawable blocks 1",
      "card_payment delays 1",
      "deposit delays 1",
      "application delays 1",
      "card ends 1",
      "scheduled_card ends 1",
      "conversation ends 1",
    ]);
    expect(body).toMatchObject({ canAsk: false, closing: null, coolingDays: 14 });
    const payment = body.groups.find(({ kind }: { kind: string }) => kind === "card_payment");
    expect(payment.entries).toEqual([
      expect.objectContaining({ title: "Adobe", amount: "30.00", currency: "USD" }),
    ]);
    // The preview excludes the amounts held by the payment and by the card application.
    expect(body.remaining).toEqual([
      { currency: "USD", amount: "463.50" },
      { currency: "EUR", amount: "0.12" },
    ]);
    expect(await ask(app, who)).toMatchObject(refusal("account_closing_blocked"));
  });

  it("lists merchants with recurring charges on a card, and how much they charge", async () => {
    const who = await app.newCustomer({ USD: 30_000n });
    const card = await openCard(app, who);
    await fund(app, who, card, 20_000n);
    for (const _ of [1, 2, 3, 4]) {
      await network(app, "single-message", card, { amount: "12.00" });
      app.clock.advance(30 * 86_400);
    }
    const { groups } = await standing(app, who);
    const merchants = groups.find(({ kind }: { kind: string }) => kind === "recurring_merchant");
    expect(merchants).toMatchObject({
      effect: "ends",
      count: 1,
      entries: [{ title: "Adobe", amount: "12.00", currency: "USD" }],
    });
  });

  it("lists a negative card balance, which also blocks a closure request", async () => {
    const who = await app.newCustomer({ USD: 150n });
    const card = await openCard(app, who);
    await network(app, "force-post", card, { amount: "5.00" });
    const body = await standing(app, who);
    expect(kinds(body)).toContain("debt blocks 1");
    expect(await ask(app, who)).toMatchObject(refusal("account_closing_blocked"));
  });
});

describe("account closure request", () => {
  it("requires a step-up token for exactly the remaining amounts", async () => {
    const who = await withCents();
    const none = { remaining: [], proof: await proofOf(app, who, []) };
    expect(await ask(app, who, none)).toMatchObject(refusal("account_closing_changed"));
    const other = { remaining: CENTS, proof: await proofOf(app, who, []) };
    expect(await ask(app, who, other)).toMatchObject(refusal("proof_invalid", 403));
    const plain = await app.prove(who);
    expect(await ask(app, who, { remaining: CENTS, proof: plain })).toMatchObject(
      refusal("proof_invalid", 403),
    );
    const { body } = expectStatus(await ask(app, who), 201);
    expect(body.closing).toMatchObject({ state: "cooling", named: CENTS, closedAt: null });
    const current = await app.call(who, "GET /api/account-closing/current");
    expect(expectStatus(current, 200).body).toEqual({ closing: body.closing });
    expect(await ask(app, who)).toMatchObject(refusal("account_closing_asked"));
    await mailAbout(app, who.email, "Your account will be closed");
  });

  it("a retry creates no second closure, even after the stored response is lost", async () => {
    const who = await withCents();
    const key = newId();
    expectStatus(await ask(app, who, { key }), 201);
    await app.context.db.sql`delete from idempotency_answer where owner = ${who.customerId}`;
    expectStatus(await ask(app, who, { key }), 201);
    await app.context.db.sql`delete from idempotency_answer where owner = ${who.customerId}`;
    const other = [{ currency: "USD", amount: "0.41" }] as const;
    expect(await ask(app, who, { key, remaining: other })).toMatchObject(
      refusal("idempotency_mismatch", 422),
    );
    const [{ count } = { count: 0n }] = await app.context.db.sql<{ count: bigint }[]>`
      select count(*) from account_closing where customer_id = ${who.customerId}`;
    expect(count).toBe(1n);
  });

  it("concurrent requests start only one closure", async () => {
    const who = await withCents();
    const answers = await Promise.all([ask(app, who), ask(app, who), ask(app, who)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it("blocks new cards and deposits; card payments and withdrawals still work", async () => {
    const who = await app.newCustomer({ USD: 150n });
    const card = await openCard(app, who);
    await giveMoney(app.context, {
      customerId: who.customerId,
      currency: "USD",
      amountMinor: 40n,
    });
    expectStatus(await ask(app, who), 201);
    const application = { segmentId: SEGMENTS.mastercardStandardUsd, openingFee: "1.50" };
    const applied = await app.call(
      who,
      "POST /api/card-applications",
      { ...application, billingAddress: "auto" },
      { key: newId() },
    );
    expect(applied).toMatchObject(refusal("account_closing_open"));
    expect(await openDeposit(who)).toMatchObject(refusal("account_closing_open"));
    await fund(app, who, card, 20n);
    const paid = await network(app, "single-message", card, { amount: "0.10" });
    expect(paid.approved).toBe(true);
    await giveMoney(app.context, {
      customerId: who.customerId,
      currency: "USD",
      amountMinor: 5_000n,
    });
    const owner = await withdrawerFor(app.context, who);
    await owner.withdraw(await owner.quote("20.00"));
    expect(kinds(await standing(app, who))).toContain("withdrawal delays 1");
  });
});

describe("account closure cancellation", () => {
  it("the owner can cancel until the account is closed, and then request it again", async () => {
    const who = await withCents();
    expectStatus(await app.call(who, "DELETE /api/account-closing"), 204);
    expectStatus(await ask(app, who), 201);
    expectStatus(await app.call(who, "DELETE /api/account-closing"), 204);
    expect((await standing(app, who)).closing).toBeNull();
    const current = await app.call(who, "GET /api/account-closing/current");
    expect(expectStatus(current, 200).body).toEqual({ closing: null });
    await mailAbout(app, who.email, "Your account stays open");
    await passCooling(app);
    expect(await signIn(app, who)).toBe(200);
    expectStatus(await openDeposit(who), 201);
  });

  it("the emailed link cancels it without sign-in; using it again changes nothing", async () => {
    const who = await withCents();
    expectStatus(await ask(app, who), 201);
    const { text } = await mailAbout(app, who.email, "Your account will be closed");
    const token = /\/keep-account#([\w-]+)/.exec(text)?.[1] ?? "";
    const follow = (given: string) =>
      app.call(undefined, "POST /api/account-closing/cancel-by-link", { token: given });
    expect(await follow("wrong")).toMatchObject(refusal("closing_link_invalid", 400));
    expectStatus(await follow(token), 204);
    expectStatus(await follow(token), 204);
    expect(await stored(app, who)).toMatchObject({ state: "cancelled" });
    expect(await mailCount(app, who.email, "Your account stays open")).toBeLessThanOrEqual(1);
    const [{ stolen } = { stolen: true }] = await app.context.db.sql<{ stolen: boolean }[]>`
      select exists (select from account_closing_link
        where token_hash = ${Buffer.from(token)}) as stolen`;
    expect(stolen).toBe(false);
  });
});

describe("account closure “not me” link", () => {
  it("cancels a closure that somebody else requested", async () => {
    const who = await withCents();
    expectStatus(await ask(app, who), 201);
    const { customerId } = who;
    const about = { id: newId(), customerId };
    const { url } = await inTransaction(app.context.db, (tx) =>
      newStopLink(app.context, tx, about),
    );
    const token = url.split("#")[1];
    expectStatus(await app.call(undefined, "POST /api/wallet/withdrawals/not-me", { token }), 200);
    expect(await stored(app, who)).toMatchObject({ state: "cancelled" });
    await passCooling(app);
    expect(await stored(app, who)).toMatchObject({ state: "cancelled" });
  });
});
