import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, buildApp } from "../../app.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  ownPayment,
  pay,
  readCard,
  send,
  type TestCard,
} from "../../testing/test-cards.ts";
import { createPaymentCardLookup } from "../holds/payment-card-lookup.ts";
import { authorizeNamed } from "../requests/authorize-named.ts";
import { settleUnmatched } from "../unmatched/settle-unmatched.ts";

const DAY_SECONDS = 86_400;

let app: CardsApp;
let other: App;
beforeAll(async () => {
  app = await createCardsApp();
  // Another server on the same database, which shares no memory with this one.
  other = await buildApp({ ...app.context }, { maxEventLoopDelayMs: 0 });
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await other.server.close();
  await app.close();
});

interface World {
  readonly customer: TestCustomer;
  readonly card: TestCard;
}

async function funded(onCardMinor = 100_000n): Promise<World> {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, onCardMinor);
  return { customer, card };
}

async function money({ customer, card }: World) {
  const { balance, held, spentToday } = await readCard(app, customer, card);
  return [balance, held, spentToday];
}

async function movementsOf({ customer }: World): Promise<number> {
  const [row] = await app.context.db.sql<{ count: number }[]>`
    select count(*)::int as count from ledger.movement where customer_id = ${customer.customerId}`;
  return row?.count ?? 0;
}

function paymentBody({ card }: World, extra: object = {}) {
  const { pan, cvv, expiryMonth, expiryYear } = card;
  const merchant = { name: "Adobe", mcc: "5734", country: "US" };
  return {
    pan,
    cvv,
    expiryMonth,
    expiryYear,
    amount: "40.00",
    currency: "USD",
    merchant,
    ...extra,
  };
}

async function sendToOther(message: string, payload: object) {
  const answer = await other.server.inject({
    method: "POST",
    url: `/sandbox/network/${message}`,
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

type Message = Parameters<typeof send>[1];

/** Prepares for each type of message and returns its content. */
const MESSAGES: Readonly<Record<Message, (world: World) => Promise<object>>> = {
  authorize: async (world) => paymentBody(world),
  "single-message": async (world) => paymentBody(world),
  refund: async (world) => paymentBody(world),
  "force-post": async (world) => paymentBody(world),
  increment: async (world) => ({ ...(await onAuthorization(world)), amount: "5.00" }),
  advice: async (world) => ({ ...(await onAuthorization(world)), amount: "50.00" }),
  clear: async (world) => ({ ...(await onAuthorization(world)), amount: "5.00", final: false }),
  reverse: async (world) => ({ ...(await onAuthorization(world)), amount: "5.00" }),
  expire: onAuthorization,
  "return-reversal": async ({ card }) => {
    const { movementId } = await network(app, "refund", card, { amount: "9.00" });
    return { refundId: movementId, amount: "2.00" };
  },
};

async function onAuthorization({ card }: World) {
  const { authorizationId } = await network(app, "authorize", card, { amount: "40.00" });
  return { authorizationId };
}

describe("a network message with an id", () => {
  test.each(Object.keys(MESSAGES) as Message[])(
    "%s has one effect and one response, even if sent fifty times to two servers",
    async (message) => {
      const world = await funded();
      const body = { ...(await MESSAGES[message](world)), messageId: newId() };
      const before = await movementsOf(world);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          index % 2 === 0 ? send(app, message, body) : sendToOther(message, body),
        ),
      );
      const first = answers[0];
      expect(first?.body.approved).toBe(true);
      for (const { status, body: answered } of answers) {
        expect([status, answered]).toEqual([200, first?.body]);
      }
      const after = await movementsOf(world);
      expect(after - before).toBe(message === "single-message" ? 2 : 1);
      expect((await sendToOther(message, body)).body).toEqual(first?.body);
      expect(await movementsOf(world)).toBe(after);
    },
  );

  test("is undecided if a value is rejected after its hold was opened", async () => {
    const world = await funded();
    const body = paymentBody(world, { messageId: newId() });
    const owner = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
    try {
      await owner.unsafe(`
        create function unreadable() returns trigger language plpgsql as $$
          begin perform 'uuid'::uuid[]; return new; end $$;
        create trigger unreadable before update on network_message
          for each row when (new.answer is not null) execute function unreadable()`);
      const lost = await send(app, "authorize", body);
      expect([lost.status, lost.body.code]).toEqual([503, "outcome_unknown"]);
      expect(await money(world)).toEqual(["1000.00", "40.00", "40.00"]);
    } finally {
      await owner`drop trigger unreadable on network_message`;
      await owner.end();
    }
    const answer = await sendToOther("authorize", body);
    expect(answer).toMatchObject({ status: 200, body: { approved: true } });
    expect(await money(world)).toEqual(["1000.00", "40.00", "40.00"]);
  });

  test("is rejected and moves nothing if its id was used for another message", async () => {
    const world = await funded();
    const messageId = newId();
    await network(app, "authorize", world.card, { amount: "40.00", named: { messageId } });
    const before = await movementsOf(world);
    const asked = { amount: "41.00", named: { messageId } };
    for (const message of ["authorize", "single-message", "refund", "force-post"] as const) {
      const { status, body } = await pay(app, message, world.card, asked);
      expect([status, body.code]).toEqual([409, "message_id_used"]);
    }
    const clearing = { ...(await onAuthorization(world)), messageId };
    expect((await send(app, "clear", clearing)).body.code).toBe("message_id_used");
    expect(await movementsOf(world)).toBe(before + 1);
  });

  test("leaves its id unused if it is rejected", async () => {
    const world = await funded();
    const messageId = newId();
    const about = await onAuthorization(world);
    const tooMuch = await send(app, "reverse", { ...about, messageId, amount: "40.01" });
    expect(tooMuch.status).toBe(400);
    expectStatus(await send(app, "reverse", { ...about, messageId, amount: "40.00" }), 200);
  });

  test("stays declined when it is repeated", async () => {
    const world = await funded(1_000n);
    const asked = { amount: "40.00", named: { messageId: newId() } };
    const declined = await network(app, "authorize", world.card, asked);
    expect(declined.code).toBe("insufficient_card_balance");
    await fund(app, world.customer, world.card, 100_000n);
    expect(await network(app, "authorize", world.card, asked)).toEqual(declined);
    expect((await money(world))[1]).toBe("0.00");
  });

  test("is answered from the ledger if its server was killed before it responded", async () => {
    const world = await funded();
    const messageId = newId();
    const merchant = { name: "Adobe", mcc: "5734", country: "US", category: "software" } as const;
    const { pan, cvv, expiryMonth, expiryYear } = world.card;
    const lost = await authorizeNamed(
      app.context,
      createPaymentCardLookup(app.context),
      {
        ...{ pan, cvv, expiryMonth, expiryYear, merchant },
        amountMinor: 4_000n,
        currency: "USD",
        networkKey: `network:msg:${messageId}`,
      },
      undefined,
    );
    const asked = { amount: "40.00", named: { messageId } };
    const answer = await network(app, "single-message", world.card, asked);
    expect(answer).toMatchObject({ approved: true, movementId: `mov_${lost.movementId}` });
    expect(await money(world)).toEqual(["960.00", "0.00", "40.00"]);
  });

  test("stores nothing that reveals the card", async () => {
    const world = await funded();
    const networkReference = newId();
    const payment = ownPayment(world.card);
    await network(app, "authorize", world.card, { amount: "4.00", named: { messageId: newId() } });
    await send(app, "clear", { networkReference, payment, amount: "4.00", messageId: newId() });
    const rows = await app.context.db.sql<{ text: string }[]>`
      select m::text as text from network_message m
      union all select u::text from network_unmatched u`;
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ text }) => text.includes(world.card.pan))).toEqual([]);
    expect(app.logs.filter((line) => line.includes(world.card.pan))).toEqual([]);
  });
});

describe("out-of-order messages", () => {
  async function waiting(kind?: string): Promise<number> {
    const metrics = await other.server.inject({ url: "/metrics" });
    const lines = metrics.payload.matchAll(/tessera_network_unmatched\{kind="(\w+)"\} (\d+)/g);
    return [...lines].reduce(
      (sum, [, one, count]) => sum + (kind === undefined || one === kind ? Number(count) : 0),
      0,
    );
  }

  test("a clearing is shown as waiting until its authorization arrives, then applied", async () => {
    const world = await funded();
    const networkReference = newId();
    const before = await waiting("clearing");
    const early = await send(app, "clear", {
      ...{ networkReference, payment: ownPayment(world.card), amount: "38.00" },
    });
    expect(early.body).toMatchObject({ approved: true, code: "unmatched", amount: "38.00" });
    expect(await waiting("clearing")).toBe(before + 1);
    expect(await money(world)).toEqual(["1000.00", "0.00", "0.00"]);
    await network(app, "authorize", world.card, { amount: "40.00", named: { networkReference } });
    expect(await money(world)).toEqual(["962.00", "0.00", "38.00"]);
    expect(await waiting("clearing")).toBe(before);
  });

  test("an authorization whose reversal arrived first is declined", async () => {
    const world = await funded();
    const networkReference = newId();
    const payment = ownPayment(world.card);
    await send(app, "reverse", { networkReference, payment });
    const named = { networkReference };
    const declined = await network(app, "authorize", world.card, { amount: "40.00", named });
    expect(declined).toMatchObject({ approved: false, code: "reversed_before" });
    expect(await money(world)).toEqual(["1000.00", "0.00", "0.00"]);
    const { body } = await app.call(world.customer, "GET /api/transactions?status=declined");
    expect(body.data[0]).toMatchObject({
      declineCode: "reversed_before",
      declineMessage: expect.stringContaining("before it arrived"),
    });
    // A retry returns the same authorization rather than a new one.
    const again = await network(app, "authorize", world.card, { amount: "40.00", named });
    expect(again).toEqual(declined);
  });

  test("an early partial reversal and an early advice are applied in order", async () => {
    const world = await funded();
    const networkReference = newId();
    const payment = ownPayment(world.card);
    const about = { networkReference, payment };
    await send(app, "reverse", { ...about, amount: "15.00" });
    await send(app, "advice", { ...about, amount: "70.00" });
    await send(app, "clear", { ...about, amount: "20.00", final: false });
    await network(app, "authorize", world.card, { amount: "40.00", named: { networkReference } });
    expect(await money(world)).toEqual(["980.00", "50.00", "70.00"]);
    expectStatus(await send(app, "clear", { networkReference }), 200);
    expect(await money(world)).toEqual(["930.00", "0.00", "70.00"]);
  });

  test("a clearing whose authorization never arrives is force-posted", async () => {
    const world = await funded(1_000n);
    const networkReference = newId();
    const payment = ownPayment(world.card);
    await send(app, "clear", { networkReference, payment, amount: "30.00" });
    app.clock.advance(DAY_SECONDS - 60);
    await settleUnmatched(app.context);
    expect((await money(world))[0]).toBe("10.00");
    app.clock.advance(61);
    await Promise.all([settleUnmatched(app.context), settleUnmatched(app.context)]);
    expect((await money(world))[0]).toBe("-20.00");
    const { body } = await app.call(world.customer, "GET /api/transactions?kind=force_post");
    const detail = await app.call(world.customer, `GET /api/transactions/${body.data[0].id}`);
    expect(detail.body.timeline[0]).toMatchObject({ kind: "force_post", labels: ["unmatched"] });
  });

  test("a clearing for a declined authorization waits and is then posted", async () => {
    const world = await funded(1_000n);
    const networkReference = newId();
    await network(app, "authorize", world.card, { amount: "40.00", named: { networkReference } });
    const payment = ownPayment(world.card);
    const early = await send(app, "clear", { networkReference, payment, amount: "40.00" });
    expect(early.body.code).toBe("unmatched");
    app.clock.advance(DAY_SECONDS + 1);
    await settleUnmatched(app.context);
    expect((await money(world))[0]).toBe("-30.00");
  });

  test("nothing is lost if a server crashes before it applies the waiting messages", async () => {
    const world = await funded();
    const networkReference = newId();
    const payment = ownPayment(world.card);
    await network(app, "authorize", world.card, { amount: "40.00", named: { networkReference } });
    const [row] = await app.context.db.sql<{ id: string }[]>`
      select id from card where id = ${world.card.id.slice("card_".length)}`;
    await app.context.db.sql`
      insert into network_unmatched (id, network_reference, kind, customer_id, card_id, currency,
        merchant, amount_minor, final, received_at)
      values (${newId()}, ${networkReference}, 'clearing', ${world.customer.customerId},
        ${row?.id ?? ""}, 'USD', ${app.context.db.sql.json(payment.merchant)}, 4000, true,
        ${app.clock.now()})`;
    await settleUnmatched(app.context);
    expect(await money(world)).toEqual(["960.00", "0.00", "40.00"]);
  });

  test("a message that matches no known authorization and no card is rejected", async () => {
    const world = await funded();
    const networkReference = newId();
    for (const message of ["clear", "reverse", "increment", "expire"] as const) {
      const { status } = await send(app, message, { networkReference, amount: "1.00" });
      expect(status).toBe(404);
    }
    expect((await send(app, "clear", { amount: "1.00" })).body.fields).toMatchObject([
      { path: "authorizationId", code: "required" },
    ]);
    const payment = { ...ownPayment(world.card), pan: "4000000000000000" };
    const unknown = await send(app, "clear", { networkReference, payment, amount: "1.00" });
    expect(unknown.body).toMatchObject({ approved: false, code: "card_not_found" });
    const other = { ...ownPayment(world.card), currency: "MNT" };
    const foreign = await send(app, "clear", { networkReference, payment: other, amount: "1.00" });
    expect(foreign.body).toMatchObject({ approved: false, code: "currency_unsupported" });
  });

  test("an authorization on another card is never touched", async () => {
    const [mine, theirs] = [await funded(), await funded()];
    const networkReference = newId();
    await network(app, "authorize", mine.card, { amount: "40.00", named: { networkReference } });
    const payment = ownPayment(theirs.card);
    const { body } = await send(app, "reverse", { networkReference, payment });
    expect(body.code).toBe("unmatched");
    expect((await money(mine))[1]).toBe("40.00");
    const other = await pay(app, "authorize", theirs.card, {
      ...{ amount: "40.00", named: { networkReference } },
    });
    expect([other.status, other.body.code]).toEqual([409, "message_id_used"]);
  });

  test("the outcome is the same no matter in which order the messages arrive", async () => {
    const world = await funded();
    const runs = Array.from({ length: 6 }, () => newId());
    await Promise.all(
      runs.map(async (networkReference) => {
        const about = { networkReference, payment: ownPayment(world.card) };
        await Promise.all([
          send(app, "clear", { ...about, amount: "10.00", final: false, messageId: newId() }),
          network(app, "authorize", world.card, { amount: "30.00", named: { networkReference } }),
          send(app, "clear", { ...about, amount: "5.00", final: false, messageId: newId() }),
          send(app, "reverse", { ...about, amount: "8.00", messageId: newId() }),
        ]);
      }),
    );
    await settleUnmatched(app.context);
    expect(await money(world)).toEqual(["910.00", "42.00", "132.00"]);
  });
});
