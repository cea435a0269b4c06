import { openDatabase } from "@tessera/database";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseId } from "../../../platform/ids.ts";
import { replaceService } from "../../../platform/service.ts";
import { createStripeApp, type StripeApp, type StripeCard } from "../../../testing/stripe-app.ts";
import { expectStatus, readCard } from "../../../testing/test-cards.ts";
import { stripeDeadline } from "./answer-authorization.ts";

let app: StripeApp;
beforeAll(async () => {
  app = await createStripeApp();
});
afterAll(async () => {
  expect(app.stripe.violations).toEqual([]);
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

/** Returns a card's balance and amount on hold, and its payments with their states. */
async function standing({ customer, id }: StripeCard) {
  const { balance, held, spentToday } = await readCard(app, customer, { id });
  const rows = await app.context.db.sql<{ line: string }[]>`
    select m.kind || ' ' || m.status || ' ' || m.amount as line from ledger.movement_view m
    where m.card_id = ${parseId("card", id) ?? ""} and m.parent_id is null
      and m.kind not in ('card_opening', 'card_deposit') order by m.event_at, m.id`;
  return { balance, held, spentToday, rows: rows.map(({ line }) => line) };
}

async function messageOf(id: string): Promise<{ state: string; tries: number }> {
  const [row] = await app.context.db.sql<{ state: string; tries: number }[]>`
    select state, tries from stripe_event where id = ${id}`;
  return row ?? { state: "", tries: 0 };
}

const stepsOf = async (card: StripeCard) => {
  const rows = await app.context.db.sql<{ kind: string }[]>`
    select kind from ledger.movement where card_id = ${parseId("card", card.id) ?? ""}
      and parent_id is not null order by event_at, created_at, id`;
  return rows.map(({ kind }) => kind);
};

describe("a Stripe authorization request", () => {
  test("is approved in time and holds the money", async () => {
    const card = await app.newCard();
    const { answer, created } = await app.network.pays(card.stripeId, { amount: 4_000 });
    expect(answer).toMatchObject({
      status: 200,
      json: { approved: true, metadata: { tessera_code: "approved" } },
    });
    await app.tell(created);
    expect(await standing(card)).toEqual({
      balance: "100.00",
      held: "40.00",
      spentToday: "40.00",
      rows: ["purchase processing -4000"],
    });
  });

  test.each([
    ["too little money", { amount: 10_001 }, "insufficient_card_balance"],
    ["a wrong CVV", { amount: 100, cvcCheck: "mismatch" }, "cvv_mismatch"],
    ["a wrong expiry", { amount: 100, expiryCheck: "mismatch" }, "expiry_mismatch"],
    ["another currency", { amount: 100, currency: "eur" }, "currency_unsupported"],
    ["a cash machine", { amount: 100, mcc: "6011" }, "programme_category_blocked"],
    ["quasi-cash", { amount: 100, mcc: "6051" }, "programme_category_blocked"],
    [
      "account verification in quasi-cash",
      { amount: 0, mcc: "6051" },
      "programme_category_blocked",
    ],
  ] as const)("is declined for %s, with the reason", async (_, ask, code) => {
    const card = await app.newCard();
    const { answer, created } = await app.network.pays(card.stripeId, ask);
    expect(answer.json).toMatchObject({ approved: false, metadata: { tessera_code: code } });
    await app.tell(created);
    expect(await standing(card)).toMatchObject({ balance: "100.00", held: "0.00" });
  });

  test("in another currency holds Stripe's amount and keeps the merchant's", async () => {
    const card = await app.newCard();
    const merchant = { amount: 8_000, currency: "jpy" };
    const { answer, created } = await app.network.pays(card.stripeId, { amount: 5_200, merchant });
    expect(answer.json).toMatchObject({ approved: true });
    await app.tell(created);
    expect(await standing(card)).toMatchObject({ held: "52.00", spentToday: "52.00" });
    const bills = await app.call(card.customer, "GET /api/bills?kind=purchase");
    const [{ id }] = expectStatus(bills, 200).body.data;
    const detail = await app.call(card.customer, `GET /api/transactions/${id}`);
    const { exchange } = expectStatus(detail, 200).body;
    expect(exchange).toMatchObject({ amount: "8000", currency: "JPY", rate: "0.0065" });
    expect(exchange).toMatchObject({ by: "network", markupBasisPoints: 0, bufferBasisPoints: 0 });
  });

  test("is declined in a sanctioned country", async () => {
    const card = await app.newCard();
    const { authorization, request } = app.network.asks(card.stripeId, { amount: 100 });
    authorization.merchant_data.country = "KP";
    request.data.object.merchant_data.country = "KP";
    const answer = await app.network.deliver(request);
    expect(answer.json.metadata.tessera_code).toBe("programme_country_blocked");
  });

  test("is declined immediately on a frozen card, before Stripe receives the freeze", async () => {
    const card = await app.newCard();
    expectStatus(await app.call(card.customer, `POST /api/cards/${card.id}/freeze`), 200);
    const { answer } = await app.network.pays(card.stripeId, { amount: 100 });
    expect(answer.json.metadata.tessera_code).toBe("card_frozen_customer");
  });

  test("is declined in an unsupported currency, and on an unknown card", async () => {
    const card = await app.newCard();
    const { answer } = await app.network.pays(card.stripeId, { amount: 100, currency: "jpy" });
    expect(answer.json).toMatchObject({ approved: false });
    const { request } = app.network.asks(card.stripeId, { amount: 100 });
    request.data.object.card.id = "ic_unknown";
    const unknown = await app.network.deliver(request);
    expect(unknown.json.metadata.tessera_code).toBe("card_not_found");
  });

  test("for account verification gets a response without creating a movement", async () => {
    const card = await app.newCard(0n);
    const good = await app.network.pays(card.stripeId, { amount: 0 });
    expect(good.answer.json.approved).toBe(true);
    const wrong = await app.network.pays(card.stripeId, { amount: 0, cvcCheck: "mismatch" });
    expect(wrong.answer.json.metadata.tessera_code).toBe("cvv_mismatch");
    await app.tell(good.created, wrong.created);
    expect((await standing(card)).rows).toEqual([]);
  });

  test("with wrong details counts toward a verification hold, even for a zero amount", async () => {
    const card = await app.newCard();
    const wrong = { cvcCheck: "mismatch" } as const;
    for (const amount of [0, 100, 0, 0, 100]) {
      const { answer } = await app.network.pays(card.stripeId, { amount, ...wrong });
      expect(answer.json.metadata.tessera_code).toBe("cvv_mismatch");
    }
    for (const amount of [0, 100]) {
      const { answer } = await app.network.pays(card.stripeId, { amount });
      expect(answer.json.metadata.tessera_code).toBe("card_frozen_verification");
    }
  });

  test("for an increment holds the additional amount, up to the balance", async () => {
    const card = await app.newCard();
    const { id } = await app.network.pays(card.stripeId, { amount: 4_000 });
    const more = await app.network.deliver(app.network.asksMore(id, 1_000));
    expect(more.json.approved).toBe(true);
    await app.tell(app.network.resolve(id, true));
    const tooMuch = await app.network.deliver(app.network.asksMore(id, 9_000));
    expect(tooMuch.json.metadata.tessera_code).toBe("insufficient_card_balance");
    await app.tell(app.network.resolve(id, false));
    expect(await standing(card)).toMatchObject({ held: "50.00" });
  });

  test("holds nothing if it arrives after Stripe has given up", async () => {
    const card = await app.newCard();
    const { authorization, request } = app.network.asks(card.stripeId, { amount: 4_000 });
    await app.tell(app.network.resolve(authorization.id, false));
    const answer = await app.network.deliver(request);
    expect(answer).toMatchObject({ status: 200, json: { approved: false } });
    expect(await standing(card)).toMatchObject({ balance: "100.00", held: "0.00" });
  });

  test("is waited for if Stripe gives up while it is being decided", async () => {
    const card = await app.newCard();
    const { authorization, request } = app.network.asks(card.stripeId, { amount: 4_000 });
    await app.context.db.sql`
      insert into stripe_event (id, type, object_id, body_hash, received_at)
      values (${request.id}, ${request.type}, ${authorization.id}, sha256('request'),
        ${app.context.clock.now()})`;
    await app.context.db.sql`
      insert into stripe_authorisation (id, movement_id, created_at)
      values (${authorization.id}, gen_random_uuid(), ${app.context.clock.now()})`;
    const declined = app.network.resolve(authorization.id, false);
    expect((await app.network.deliver(declined)).status).toBe(200);
    await app.until(async () => (await messageOf(declined.id)).tries > 0);
    app.clock.advance(60);
    await app.until(async () => (await messageOf(declined.id)).state === "done");
  });

  test("is declined if decided too late, and its hold is released", async () => {
    const card = await app.newCard();
    const generous = app.context.use(stripeDeadline);
    replaceService(app.context, stripeDeadline, { ms: 1_500 });
    const { authorization, request } = app.network.asks(card.stripeId, { amount: 4_000 });
    // Keeps the card's balance locked until the response has been sent.
    const owner = openDatabase<object>({ url: app.database.ownerUrl });
    const answer = await owner.kysely.transaction().execute(async (lock) => {
      await sql`select from ledger.balance where account_id = (
        select card_account from card where id = ${parseId("card", card.id)}) for update`.execute(
        lock,
      );
      return app.network.deliver(request);
    });
    await owner.close();
    replaceService(app.context, stripeDeadline, generous);
    expect(answer.json).toMatchObject({
      approved: false,
      metadata: { tessera_code: "system_timeout" },
    });
    await app.until(async () => (await standing(card)).rows[0] === "purchase declined -4000");
    expect(await standing(card)).toMatchObject({ balance: "100.00", held: "0.00" });
    await app.tell(app.network.resolve(authorization.id, false));
    expect((await standing(card)).rows).toHaveLength(1);
  });

  test("is undone if Stripe never received the approval and reports a decline", async () => {
    const card = await app.newCard();
    const { authorization, request } = app.network.asks(card.stripeId, { amount: 4_000 });
    expect((await app.network.deliver(request)).json.approved).toBe(true);
    await app.tell(app.network.resolve(authorization.id, false));
    expect(await standing(card)).toMatchObject({
      held: "0.00",
      spentToday: "0.00",
      rows: ["purchase declined -4000"],
    });
  });
});

describe("after a Stripe authorization, the ledger", () => {
  async function authorized(amount = 4_000) {
    const card = await app.newCard();
    const { id, created } = await app.network.pays(card.stripeId, { amount });
    await app.tell(created);
    return { card, id };
  }

  test.each([
    ["less than the hold", 2_500, { balance: "75.00", held: "0.00", spentToday: "25.00" }, -2_500],
    ["the whole hold", 4_000, { balance: "60.00", held: "0.00", spentToday: "40.00" }, -4_000],
    ["more than the hold", 5_500, { balance: "45.00", held: "0.00", spentToday: "55.00" }, -5_500],
    [
      "more than the balance",
      13_000,
      { balance: "-30.00", held: "0.00", spentToday: "130.00" },
      -13_000,
    ],
  ])("clears a capture of %s", async (_, amount, money, cleared) => {
    const { card, id } = await authorized();
    const { created, updated } = app.network.captures(id, amount);
    await app.tell(created, updated);
    expect(await standing(card)).toEqual({ ...money, rows: [`purchase completed ${cleared}`] });
    // Any amount above what the merchant category permits is posted as a separate force post.
    const isOver = amount > 4_000;
    expect(await stepsOf(card)).toEqual(isOver ? ["clearing", "force_post"] : ["clearing"]);
  });

  test("keeps the remaining amount on hold until the last of several captures", async () => {
    const { card, id } = await authorized();
    const first = app.network.captures(id, 1_000, false);
    await app.tell(first.created, first.updated);
    expect(await standing(card)).toMatchObject({ balance: "90.00", held: "30.00" });
    const second = app.network.captures(id, 500);
    await app.tell(second.updated, second.created);
    expect(await standing(card)).toMatchObject({
      balance: "85.00",
      held: "0.00",
      rows: ["purchase completed -1500"],
    });
  });

  test("reverses part of the hold, and then the rest", async () => {
    const { card, id } = await authorized();
    await app.tell(app.network.reverses(id, 1_500));
    expect(await standing(card)).toMatchObject({ held: "25.00", spentToday: "25.00" });
    await app.tell(app.network.reverses(id));
    expect(await standing(card)).toMatchObject({
      held: "0.00",
      spentToday: "0.00",
      rows: ["purchase cancelled -2500"],
    });
  });

  test("expires the uncaptured amount", async () => {
    const { card, id } = await authorized();
    await app.tell(app.network.expires(id));
    expect(await standing(card)).toMatchObject({
      held: "0.00",
      rows: ["purchase expired -4000"],
    });
  });

  test("credits a refund, and debits its reversal", async () => {
    const card = await app.newCard();
    await app.tell(app.network.posts(card.stripeId, 700, "refund"));
    await app.tell(app.network.posts(card.stripeId, -200, "refund"));
    expect(await standing(card)).toMatchObject({
      balance: "105.00",
      rows: ["refund completed 700", "force_post completed -200"],
    });
  });

  test("pays a capture without an authorization, even if it exceeds the balance", async () => {
    const card = await app.newCard();
    await app.tell(app.network.posts(card.stripeId, -12_000, "capture"));
    expect(await standing(card)).toMatchObject({
      balance: "-20.00",
      rows: ["force_post completed -12000"],
    });
  });

  test("pays a capture from the balance after the authorization has ended", async () => {
    const { card, id } = await authorized();
    await app.tell(app.network.reverses(id));
    await app.tell(app.network.captures(id, 4_000).created);
    expect(await standing(card)).toMatchObject({
      balance: "60.00",
      rows: ["purchase completed -4000"],
    });
  });
});
