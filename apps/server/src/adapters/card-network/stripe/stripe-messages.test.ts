import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStripeApp, type StripeApp, type StripeCard } from "../../../testing/stripe-app.ts";
import { eventOf } from "../../../testing/stripe-double/stripe-network.ts";
import { readCard } from "../../../testing/test-cards.ts";
import { createStripeClient } from "../../issuer/stripe/stripe-client.ts";
import { processEvent } from "./process-event.ts";

let app: StripeApp;
beforeAll(async () => {
  app = await createStripeApp();
});
afterAll(async () => {
  expect(app.stripe.violations).toEqual([]);
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function moneyOf({ customer, id }: StripeCard) {
  const { balance, held } = await readCard(app, customer, { id });
  return { balance, held };
}

async function countOf(table: "movement" | "event"): Promise<number> {
  const { sql } = app.context.db;
  const rows = await (table === "movement"
    ? sql<{ count: number }[]>`select count(*)::int from ledger.movement`
    : sql<{ count: number }[]>`select count(*)::int from stripe_event`);
  return rows[0]?.count ?? 0;
}

function client() {
  const { issuer } = app.context.config;
  if (issuer.provider !== "stripe") {
    throw new Error("the issuer is not Stripe");
  }
  return createStripeClient(issuer);
}

describe("a Stripe message", () => {
  test.each([
    ["without a signature", { signature: null }],
    ["with an empty signature", { signature: "" }],
    ["signed with another secret", { secret: "whsec_another0123456789" }],
    ["signed more than five minutes ago", { ageSeconds: 301 }],
    ["with a malformed signature", { signature: "t=1,v1=00" }],
  ])("%s is rejected and moves nothing", async (_, sending) => {
    const card = await app.newCard();
    const { request } = app.network.asks(card.stripeId, { amount: 4_000 });
    const before = [await countOf("movement"), await countOf("event")];
    const { status, json } = await app.network.deliver(request, sending);
    expect([status, json.code]).toEqual([400, "signature_invalid"]);
    expect([await countOf("movement"), await countOf("event")]).toEqual(before);
    expect(await moneyOf(card)).toEqual({ balance: "100.00", held: "0.00" });
  });

  test("is rejected if its bytes were changed after signing, even by a single space", async () => {
    const card = await app.newCard();
    const { request } = app.network.asks(card.stripeId, { amount: 4_000 });
    const bodies = [
      JSON.stringify(request).replace("4000", "1"),
      JSON.stringify(request, null, 1),
      `${JSON.stringify(request)} `,
    ];
    for (const body of bodies) {
      const { status, json } = await app.network.deliver(request, { body });
      expect([status, json.code]).toEqual([400, "signature_invalid"]);
    }
    expect(await moneyOf(card)).toEqual({ balance: "100.00", held: "0.00" });
  });

  test.each(["", "{", "[]", "null", '{"id":"evt_1","id":"evt_2"}'])(
    "is rejected as bad input with the body %j",
    async (body) => {
      const { status } = await app.network.deliver({}, { body });
      expect(status).toBe(400);
    },
  );

  test.each([
    ["an amount that is not an integer", { pending_request: { amount: 0.5, currency: "usd" } }],
    ["a negative amount", { pending_request: { amount: -1, currency: "usd" } }],
    ["no amount", { pending_request: null }],
    ["no merchant", { merchant_data: undefined }],
    ["no card", { card: undefined }],
  ])(
    "that is signed but has %s is rejected as malformed and logged as an error",
    async (_, changes) => {
      const card = await app.newCard();
      const { request } = app.network.asks(card.stripeId, { amount: 4_000 });
      Object.assign(request.data.object, changes);
      const { status, json } = await app.network.deliver(request);
      expect([status, json.code]).toEqual([400, "malformed_request"]);
      expect(await moneyOf(card)).toEqual({ balance: "100.00", held: "0.00" });
      expect(app.logs.join("\n")).toContain("signed Stripe message is unreadable");
    },
  );

  test("is acknowledged and stored if its type is not handled", async () => {
    const event = eventOf("issuing_dispute.created", { id: "idp_1" });
    await app.tell(event);
    const [row] = await app.context.db.sql<{ type: string; object_id: string }[]>`
      select type, object_id from stripe_event where id = ${event.id}`;
    expect(row).toEqual({ type: "issuing_dispute.created", object_id: "idp_1" });
  });

  test("is rejected if it reuses another message's id", async () => {
    const card = await app.newCard();
    const first = app.network.asks(card.stripeId, { amount: 100 }).request;
    const second = app.network.asks(card.stripeId, { amount: 100 }).request;
    await app.network.deliver(first);
    const answer = await app.network.deliver({ ...second, id: first.id });
    expect([answer.status, answer.json.code]).toEqual([422, "idempotency_mismatch"]);
    expect((await moneyOf(card)).held).toBe("1.00");
  });
});

describe("duplicate and out-of-order Stripe messages", () => {
  test("return the same response to a repeated request and create one hold", async () => {
    const card = await app.newCard();
    const { request } = app.network.asks(card.stripeId, { amount: 4_000 });
    const first = await app.network.deliver(request);
    const again = await app.network.deliver(request);
    expect(again).toEqual(first);
    expect(await moneyOf(card)).toEqual({ balance: "100.00", held: "40.00" });
  });

  test("create only one hold and one response for ten concurrent copies of a request", async () => {
    const card = await app.newCard();
    const { request } = app.network.asks(card.stripeId, { amount: 4_000 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.network.deliver(request)),
    );
    const answered = answers.filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.every(({ json }) => json.approved === true)).toBe(true);
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.every(({ json }) => json.code === "idempotency_in_progress")).toBe(true);
    expect(await moneyOf(card)).toEqual({ balance: "100.00", held: "40.00" });
  });

  test("move money once, even if the full history is sent three times and in reverse", async () => {
    const card = await app.newCard();
    const { id, created: approved } = await app.network.pays(card.stripeId, { amount: 4_000 });
    const part = app.network.captures(id, 1_000, false);
    const rest = app.network.captures(id, 2_000);
    const refund = app.network.posts(card.stripeId, 300, "refund");
    const story = [approved, part.created, part.updated, rest.created, rest.updated, refund];
    await app.tell(...story.toReversed(), ...story, ...story);
    expect(await moneyOf(card)).toEqual({ balance: "73.00", held: "0.00" });
  });

  test("move money once, even if messages about a payment are processed concurrently", async () => {
    const card = await app.newCard();
    const { id } = await app.network.pays(card.stripeId, { amount: 4_000 });
    const { created, updated, transaction } = app.network.captures(id, 2_500);
    const events = [
      created,
      updated,
      ...Array.from({ length: 6 }, () => eventOf("issuing_transaction.created", transaction)),
    ];
    // Stripe stays down until all messages are waiting, so that none of them is processed before
    // the others.
    app.stripe.breakDown(true);
    await Promise.all(events.map((event) => app.network.deliver(event)));
    for (const event of events) {
      await app.until(async () => (await triesOf(event.id)) > 0);
    }
    app.stripe.breakDown(false);
    await Promise.all(events.map((event) => processEvent(app.context, client(), event.id)));
    expect(await moneyOf(card)).toEqual({ balance: "75.00", held: "0.00" });
  });
});

describe("processing that queries Stripe before moving money", () => {
  test("ignores the amount in the message", async () => {
    const card = await app.newCard();
    const event = app.network.posts(card.stripeId, -2_000, "capture");
    event.data.object.amount = -9_999;
    await app.tell(event);
    expect((await moneyOf(card)).balance).toBe("80.00");
  });

  test("moves no money for an unknown object, but stores the message", async () => {
    const card = await app.newCard();
    const event = app.network.posts(card.stripeId, -2_000, "capture");
    event.data.object.id = "ipi_invented";
    await app.network.deliver(event);
    await app.until(async () => (await triesOf(event.id)) > 0);
    expect((await moneyOf(card)).balance).toBe("100.00");
  });

  test("only delays a message while Stripe is down", async () => {
    const card = await app.newCard();
    const event = app.network.posts(card.stripeId, -2_000, "capture");
    app.stripe.breakDown(true);
    await app.network.deliver(event);
    await app.until(async () => (await triesOf(event.id)) > 0);
    expect((await moneyOf(card)).balance).toBe("100.00");
    app.stripe.breakDown(false);
    await processEvent(app.context, client(), event.id);
    await processEvent(app.context, client(), event.id);
    expect((await moneyOf(card)).balance).toBe("80.00");
  });

  test("logs an error after the last attempt to process a capture on an unknown card", async () => {
    const card = await app.newCard();
    const event = app.network.posts(card.stripeId, -2_000, "capture");
    app.stripe.world.get(event.data.object.id).card = "ic_unknown";
    await app.network.deliver(event);
    await app.until(async () => (await triesOf(event.id)) > 0);
    await app.context.db.sql`update stripe_event set tries = 12 where id = ${event.id}`;
    await expect(processEvent(app.context, client(), event.id)).rejects.toThrow("no card matches");
    const [row] = await app.context.db.sql<{ state: string }[]>`
      select state from stripe_event where id = ${event.id}`;
    expect(row?.state).toBe("failed");
    expect(app.logs.join("\n")).toContain("Stripe message failed permanently");
  });
});

test("Stripe messages: a transaction unposted after a day is posted under a new id", async () => {
  const card = await app.newCard();
  const event = app.network.posts(card.stripeId, -2_000, "capture");
  const transaction = app.stripe.world.get(event.data.object.id);
  transaction.card = "ic_unknown";
  await app.network.deliver(event);
  await app.until(async () => (await triesOf(event.id)) > 0);
  transaction.card = card.stripeId;
  // The ledger might still accept the old id, which a server might be about to use.
  app.clock.advance(22 * 3_600);
  await expect(processEvent(app.context, client(), event.id)).rejects.toThrow("nor void");
  app.clock.advance(4 * 3_600);
  await processEvent(app.context, client(), event.id);
  await processEvent(app.context, client(), event.id);
  expect((await moneyOf(card)).balance).toBe("80.00");
});

async function triesOf(eventId: string): Promise<number> {
  const [row] = await app.context.db.sql<{ tries: number }[]>`
    select tries from stripe_event where id = ${eventId}`;
  return row?.tries ?? 0;
}
