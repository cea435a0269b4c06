import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  readCard,
  send,
  step,
  type TestCard,
} from "../../testing/test-cards.ts";
import { expireDueHolds } from "./expire-holds.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

interface World {
  readonly customer: TestCustomer;
  readonly card: TestCard;
  readonly authorizationId: string;
}

async function authorized(amount = "40.00", onCardMinor = 10_000n, mcc = "5734"): Promise<World> {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, onCardMinor);
  const { authorizationId } = await network(app, "authorize", card, { amount, mcc });
  return { customer, card, authorizationId: String(authorizationId) };
}

async function money({ customer, card }: Pick<World, "customer" | "card">) {
  const { balance, held, spentToday } = await readCard(app, customer, card);
  return [balance, held, spentToday];
}

async function detail(customer: TestCustomer, movementId: string) {
  const { body } = expectStatus(
    await app.call(customer, `GET /api/transactions/${movementId}`),
    200,
  );
  return body;
}

/**
 * Returns the payment as its owner sees it: its status, and each event with its amount and labels.
 */
async function story({ customer, authorizationId }: World) {
  const bill = await detail(customer, authorizationId.replace("auth_", "mov_"));
  const steps = bill.timeline
    .slice(1)
    .map(({ kind, amount, labels = [] }: { kind: string; amount: string; labels?: string[] }) =>
      [kind, amount, ...labels].join(" "),
    );
  return [`${bill.status} ${bill.amount}`, ...steps];
}

describe("an advice", () => {
  test("raises the pending amount past every limit", async () => {
    const world = await authorized("1900.00", 1_000_000n);
    const { body } = await step(app, "advice", world.authorizationId, "6000.00");
    expect(body).toMatchObject({ approved: true, code: "approved", amount: "6000.00" });
    expect(await money(world)).toEqual(["10000.00", "6000.00", "6000.00"]);
    expect(await story(world)).toEqual(["processing -6000.00", "advice -4100.00"]);
    expectStatus(await step(app, "clear", world.authorizationId), 200);
    expect(await money(world)).toEqual(["4000.00", "0.00", "6000.00"]);
  });

  test("lowers the pending amount and releases the rest to the card and its limits", async () => {
    const world = await authorized();
    expectStatus(await step(app, "advice", world.authorizationId, "12.50"), 200);
    expect(await money(world)).toEqual(["100.00", "12.50", "12.50"]);
    expect(await story(world)).toEqual(["processing -12.50", "advice 27.50"]);
  });

  test("holds what is available, and creates no debt for the rest", async () => {
    const world = await authorized();
    expectStatus(await step(app, "advice", world.authorizationId, "150.00"), 200);
    expect(await money(world)).toEqual(["100.00", "100.00", "150.00"]);
    expectStatus(await step(app, "reverse", world.authorizationId, "50.00"), 200);
    expect(await money(world)).toEqual(["100.00", "100.00", "100.00"]);
    expectStatus(await step(app, "reverse", world.authorizationId), 200);
    expect(await money(world)).toEqual(["100.00", "0.00", "0.00"]);
  });

  test("that could not be held in full can later be cleared beyond the balance", async () => {
    const world = await authorized();
    expectStatus(await step(app, "advice", world.authorizationId, "150.00"), 200);
    expectStatus(await step(app, "clear", world.authorizationId), 200);
    expect(await money(world)).toEqual(["-50.00", "0.00", "150.00"]);
    expect(await story(world)).toEqual([
      "completed -150.00",
      "advice -110.00",
      "clearing -100.00",
      "force_post -50.00 over_balance",
    ]);
  });

  test("is accepted on a frozen card and holds nothing more", async () => {
    const world = await authorized();
    await app.call(world.customer, `POST /api/cards/${world.card.id}/freeze`);
    expectStatus(await step(app, "advice", world.authorizationId, "60.00"), 200);
    expect(await money(world)).toEqual(["100.00", "40.00", "60.00"]);
    expect((await story(world))[0]).toBe("processing -60.00");
  });

  test("requires an amount, and is rejected after the authorization has ended", async () => {
    const world = await authorized();
    expect((await step(app, "advice", world.authorizationId)).status).toBe(400);
    expectStatus(await step(app, "reverse", world.authorizationId), 200);
    const late = await step(app, "advice", world.authorizationId, "10.00");
    expect([late.status, late.body.code]).toEqual([409, "authorization_closed"]);
  });
});

describe("clearing in several parts", () => {
  test("keeps the rest on hold until the final part", async () => {
    const world = await authorized();
    const { authorizationId } = world;
    const clear = (amount: string, final: boolean) =>
      send(app, "clear", { authorizationId, amount, final });
    expectStatus(await clear("10.00", false), 200);
    expect(await money(world)).toEqual(["90.00", "30.00", "40.00"]);
    expectStatus(await step(app, "reverse", authorizationId, "5.00"), 200);
    expectStatus(await clear("12.00", false), 200);
    expect(await money(world)).toEqual(["78.00", "13.00", "35.00"]);
    expectStatus(await clear("8.00", true), 200);
    expect(await money(world)).toEqual(["70.00", "0.00", "30.00"]);
    expect(await story(world)).toEqual([
      "completed -30.00",
      "clearing -10.00 partial",
      "reversal 5.00 partial",
      "clearing -12.00 partial",
      "clearing -8.00",
    ]);
    expect((await clear("1.00", true)).body.code).toBe("authorization_closed");
  });

  test("continues after the hold is used up, until a clearing is marked final", async () => {
    const world = await authorized("40.00", 10_000n, "5812");
    const { authorizationId } = world;
    expectStatus(await send(app, "clear", { authorizationId, amount: "40.00", final: false }), 200);
    expectStatus(await send(app, "clear", { authorizationId, amount: "8.00", final: true }), 200);
    expect(await money(world)).toEqual(["52.00", "0.00", "48.00"]);
    expect(await story(world)).toEqual([
      "completed -48.00",
      "clearing -40.00 partial",
      "clearing -8.00 late",
    ]);
  });
});

describe("clearing beyond the hold", () => {
  test("takes the hold and the excess the merchant category permits in one clearing", async () => {
    const world = await authorized("40.00", 10_000n, "5812");
    expectStatus(await step(app, "clear", world.authorizationId, "48.00"), 200);
    expect(await story(world)).toEqual(["completed -48.00", "clearing -48.00"]);
    expect(await money(world)).toEqual(["52.00", "0.00", "48.00"]);
  });

  test("force-posts the excess as part of the same purchase", async () => {
    const world = await authorized("40.00", 10_000n, "4121");
    expectStatus(await step(app, "clear", world.authorizationId, "48.01"), 200);
    expect(await story(world)).toEqual([
      "completed -48.01",
      "clearing -48.00",
      "force_post -0.01 over_tolerance",
    ]);
    const { body } = await app.call(world.customer, `GET /api/cards/${world.card.id}/transactions`);
    const rows = body.data.filter(({ merchant }: { merchant?: object }) => merchant !== undefined);
    expect(rows).toMatchObject([{ kind: "purchase", amount: "-48.01", status: "completed" }]);
  });

  test("never takes a card below zero without a force post", async () => {
    const world = await authorized("100.00", 10_500n, "7011");
    expectStatus(await step(app, "clear", world.authorizationId, "115.00"), 200);
    expect(await story(world)).toEqual([
      "completed -115.00",
      "clearing -105.00",
      "force_post -10.00 over_balance",
    ]);
    expect(await money(world)).toEqual(["-10.00", "0.00", "115.00"]);
  });
});

describe("a late clearing", () => {
  test.each([
    ["an expiry", "expire", "expiry 40.00"],
    ["a reversal", "reverse", "reversal 40.00"],
  ] as const)(
    "after %s is accepted and may leave a negative balance, which is repaid later",
    async (...how) => {
      const [, message, first] = how;
      const world = await authorized("40.00", 4_000n);
      expectStatus(await step(app, message, world.authorizationId), 200);
      await network(app, "single-message", world.card, { amount: "25.00" });
      expectStatus(await step(app, "clear", world.authorizationId), 200);
      expect(await money(world)).toEqual(["-25.00", "0.00", "65.00"]);
      expect(await story(world)).toEqual(["completed -40.00", first, "clearing -40.00 late"]);
      const declined = await network(app, "authorize", world.card, { amount: "1.00" });
      expect(declined.code).toBe("negative_balance");
      const paid = await fund(app, world.customer, world.card, 3_000n);
      expect(paid.body.cardBalance).toBe("5.00");
    },
  );

  test("is taken from the account that funded a card closed in the meantime", async () => {
    const world = await authorized("40.00", 10_000n);
    app.clock.advance(8 * 86_400);
    await expireDueHolds(app.context);
    const { customer, card } = world;
    await app.call(customer, `POST /api/cards/${card.id}/close`, undefined, { key: "close" });
    const { body: before } = await app.call(customer, "GET /api/wallet?currency=USD");
    expectStatus(await step(app, "clear", world.authorizationId, "30.00"), 200);
    const { body: after } = await app.call(customer, "GET /api/wallet?currency=USD");
    const minorOf = ({ account }: { account: string }) => BigInt(account.replace(".", ""));
    expect(minorOf(before) - minorOf(after)).toBe(3_000n);
  });
});

describe("a debt left by a force post", () => {
  interface Freeing {
    readonly what: string;
    readonly act: "clear" | "reverse" | "expire";
    readonly amount?: string;
  }

  test.each<Freeing>([
    { what: "the last clearing of another payment", act: "clear", amount: "15.00" },
    { what: "the reversal of another payment", act: "reverse" },
    { what: "the end of another payment's hold", act: "expire" },
  ])("is repaid with the money freed by $what", async ({ act, amount }) => {
    const world = await authorized("40.00", 5_000n);
    const { card, authorizationId } = world;
    await network(app, "force-post", card, { amount: "30.00" });
    // 10.00 was available beyond the hold, so 20.00 is owed.
    expect((await money(world)).slice(0, 2)).toEqual(["20.00", "40.00"]);
    expect((await network(app, "authorize", card, { amount: "1.00" })).code).toBe(
      "negative_balance",
    );
    const body = { authorizationId, ...(amount !== undefined && { amount, final: true }) };
    expectStatus(await send(app, act, body), 200);
    expect((await story(world)).at(-1)).toMatch(/^repayment -?20\.00/);
    const left = amount === undefined ? "20.00" : "5.00";
    expect((await money(world)).slice(0, 2)).toEqual([left, "0.00"]);
    expect((await network(app, "authorize", card, { amount: "5.00" })).code).toBe("approved");
  });
});

describe("a single message", () => {
  test("is decided like any other payment and cleared immediately", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    await fund(app, customer, card, 10_000n);
    const paid = await network(app, "single-message", card, { amount: "30.00" });
    expect(paid).toMatchObject({ approved: true, code: "approved", amount: "30.00" });
    expect(await money({ customer, card })).toEqual(["70.00", "0.00", "30.00"]);
    const bill = await detail(customer, paid.movementId);
    expect(bill.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      "purchase",
      "clearing",
    ]);
    const declined = await network(app, "single-message", card, { amount: "70.01" });
    expect(declined).toMatchObject({ approved: false, code: "insufficient_card_balance" });
    expect(await money({ customer, card })).toEqual(["70.00", "0.00", "30.00"]);
  });
});

describe("reversing a refund", () => {
  async function refunded(amount: string, onCardMinor = 1_000n) {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    await fund(app, customer, card, onCardMinor);
    const { movementId } = await network(app, "refund", card, { amount });
    return { customer, card, refundId: String(movementId) };
  }

  test("in parts leaves the remainder of the refund, and never exceeds the refund", async () => {
    const { customer, card, refundId } = await refunded("20.00");
    const back = (amount?: string) => send(app, "return-reversal", { refundId, amount });
    expect((await back("20.01")).body.fields).toMatchObject([{ path: "amount" }]);
    expectStatus(await back("5.00"), 200);
    expect(await money({ customer, card })).toEqual(["25.00", "0.00", "0.00"]);
    expect(await detail(customer, refundId)).toMatchObject({
      status: "completed",
      amount: "15.00",
      timeline: [
        { kind: "refund", amount: "20.00" },
        { kind: "return_reversal", amount: "-5.00", labels: ["partial"] },
      ],
    });
    const both = await Promise.all([back("15.00"), back("15.00")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await back()).body.code).toBe("refund_reversed");
    expect(await money({ customer, card })).toEqual(["10.00", "0.00", "0.00"]);
    expect((await detail(customer, refundId)).status).toBe("cancelled");
  });

  test("takes the card below zero if the refund has been spent", async () => {
    const { customer, card, refundId } = await refunded("20.00");
    await network(app, "single-message", card, { amount: "30.00" });
    expectStatus(await send(app, "return-reversal", { refundId }), 200);
    expect(await money({ customer, card })).toEqual(["-20.00", "0.00", "30.00"]);
  });

  test("takes the money from the account if the card has been closed", async () => {
    const { customer, card, refundId } = await refunded("20.00");
    await app.call(customer, `POST /api/cards/${card.id}/close`, undefined, { key: "close" });
    expectStatus(await send(app, "return-reversal", { refundId }), 200);
    expect(await app.brokenBooks()).toEqual([]);
  });

  test("is rejected if the refund is unknown", async () => {
    const { authorizationId } = await authorized();
    for (const refundId of [authorizationId.replace("auth_", "mov_"), `mov_${"0".repeat(8)}`]) {
      const { status } = await send(app, "return-reversal", { refundId });
      expect([400, 404]).toContain(status);
    }
  });
});

describe("hold expiry", () => {
  test.each([
    ["present", "5734", 5],
    ["merchant", "5734", 5],
    ["remote", "5734", 10],
    ["remote", "5542", 1],
    ["present", "7011", 31],
  ])("with presence %s and category %s happens after %i days", async (presence, mcc, days) => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    await fund(app, customer, card, 10_000n);
    await network(app, "authorize", card, { amount: "40.00", mcc, named: { presence } });
    app.clock.advance(days * 86_400 - 60);
    await expireDueHolds(app.context);
    expect((await money({ customer, card }))[1]).toBe("40.00");
    app.clock.advance(61);
    await expireDueHolds(app.context);
    expect((await money({ customer, card }))[1]).toBe("0.00");
  });
});
