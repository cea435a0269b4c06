import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus, network, readCard, step } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import {
  cardWith,
  type Owned,
  order,
  runsAfter,
  runsOf,
  send,
  termsOf,
} from "./auto-top-up.fixtures.ts";
import { noticePayments, noticeTimes } from "./find-causes.ts";
import { runTopUp } from "./run-top-up.ts";

const DAY_SECONDS = 86_400;

let app: CardsApp;
beforeAll(async () => {
  // The tests look for causes themselves, so that they know when nothing more is to come.
  app = await withoutRepeatedJobs(() => createCardsApp());
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

/** Searches all payments that have been made, even if another test file's transaction is open. */
async function search(): Promise<void> {
  const [row] = await app.context.db.sql<{ next: bigint }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`;
  const searched = async () => {
    while (await noticePayments(app.context)) {
      // Repeats while there are transactions to search.
    }
    const [now] = await app.context.db.sql<{ until: bigint }[]>`
      select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as until`;
    return (now?.until ?? 0n) >= (row?.next ?? 0n);
  };
  await expect.poll(searched, { timeout: 60_000 }).toBe(true);
  await noticePayments(app.context);
}

function buy({ card }: Owned, amount: string, merchant = "Adobe") {
  return network(app, "authorize", card, {
    ...{ amount, merchant: { name: merchant, mcc: "5734", country: "US" } },
  });
}

async function balanceOf({ customer, card }: Owned): Promise<string> {
  return (await readCard(app, customer, card)).balance;
}

async function readOrder({ customer, card }: Owned) {
  const answer = await app.call(customer, `GET /api/cards/${card.id}/auto-top-up`);
  return expectStatus(answer, 200).body;
}

describe("a payment that leaves too little", () => {
  test("adds the amount, at the fee of loading the card", async () => {
    const owned = await cardWith(app, 3_000n);
    expectStatus(await order(app, owned), 200);
    await buy(owned, "15.00");
    await search();
    const [run] = await runsAfter(app, owned);
    expect(run).toMatchObject({ outcome: "funded", amount: "50.00", fee: "1.75", reason: null });
    expect(await balanceOf(owned)).toBe("80.00");
    expect((await readOrder(owned)).order).toMatchObject({ usedThisMonth: "51.75" });
    const receipt = await app.call(owned.customer, `GET /api/transactions/${run?.movementId}`);
    expect(expectStatus(receipt, 200).body).toMatchObject({ kind: "card_deposit" });
  });

  test("fills the card up to a target", async () => {
    const owned = await cardWith(app, 3_000n);
    expectStatus(await order(app, owned, { amount: { kind: "target", balance: "90.00" } }), 200);
    await buy(owned, "12.34");
    await search();
    expect(await runsAfter(app, owned)).toMatchObject([{ outcome: "funded", amount: "72.34" }]);
  });

  test("adds nothing while enough is left, or for unloads and refunds", async () => {
    const owned = await cardWith(app, 10_000n);
    expectStatus(await order(app, owned), 200);
    const { authorizationId } = await buy(owned, "30.00");
    await step(app, "clear", authorizationId);
    const quote = { operation: "withdraw", amount: "60.00" };
    const path = `/api/cards/${owned.card.id}`;
    const { quoteId } = (await app.call(owned.customer, `POST ${path}/quote`, quote)).body;
    const key = { key: newId() };
    expectStatus(await app.call(owned.customer, `POST ${path}/withdraw`, { quoteId }, key), 201);
    await network(app, "refund", owned.card, { amount: "1.00" });
    await search();
    expect(await runsOf(app, owned)).toEqual([]);
  });

  test("acts once on a cause, however often and by however many it is seen", async () => {
    const owned = await cardWith(app, 3_000n);
    expectStatus(await order(app, owned), 200);
    await buy(owned, "25.00");
    await search();
    const [run] = await runsAfter(app, owned);
    const runId = parseId("atr", run?.id ?? "") ?? "";
    // As if another server had searched nothing yet, and the queue had delivered the job again.
    await app.context.db.sql`update auto_top_up_progress set searched_to = 1`;
    await search();
    const gate = createAcceptanceGate(app.context);
    await Promise.all(Array.from({ length: 8 }, () => runTopUp(app.context, gate, runId)));
    expect(await runsOf(app, owned)).toMatchObject([{ outcome: "funded" }]);
    expect(await balanceOf(owned)).toBe("80.00");
  });

  test("fills up once for two payments that leave too little", async () => {
    const owned = await cardWith(app, 3_000n);
    expectStatus(await order(app, owned, { amount: { kind: "target", balance: "100.00" } }), 200);
    await buy(owned, "12.00");
    await search();
    await buy(owned, "1.00");
    await search();
    // If the card was filled up before the second payment, that one leaves enough.
    const outcomes = async () => (await runsOf(app, owned)).map(({ outcome }) => outcome);
    await expect.poll(outcomes, { timeout: 60_000 }).not.toContain("waiting");
    const funded = (await outcomes()).filter((outcome) => outcome === "funded");
    expect(funded).toHaveLength(1);
    expect(["112.00", "113.00"]).toContain(await balanceOf(owned));
  });

  test("acts at once if too little is left when the order is made", async () => {
    const owned = await cardWith(app, 500n);
    expectStatus(await order(app, owned), 200);
    expect(await runsAfter(app, owned)).toMatchObject([{ outcome: "funded", amount: "50.00" }]);
    await search();
    expect(await runsOf(app, owned)).toHaveLength(1);
  });
});

describe("a day of the calendar", () => {
  test("adds the amount once on each day, at its hour", async () => {
    const owned = await cardWith(app, 500n);
    const trigger = { kind: "month", day: 31, hour: 9 } as const;
    expectStatus(await order(app, owned, { trigger }), 200);
    const { nextAt } = (await readOrder(owned)).order;
    const seconds = Math.ceil((Date.parse(nextAt) - app.context.clock.now().getTime()) / 1_000);
    app.clock.advance(seconds - 60);
    await noticeTimes(app.context);
    expect(await runsOf(app, owned)).toEqual([]);
    app.clock.advance(120);
    await Promise.all([noticeTimes(app.context), noticeTimes(app.context)]);
    await noticeTimes(app.context);
    expect(await runsAfter(app, owned)).toMatchObject([{ outcome: "funded", trigger: "month" }]);
    const later = (await readOrder(owned)).order.nextAt;
    expect(Date.parse(later) - Date.parse(nextAt)).toBeGreaterThan(27 * DAY_SECONDS * 1_000);
  });

  test("ends with the order's last day", async () => {
    const owned = await cardWith(app, 500n);
    const endsOn = app.context.clock.now().toISOString().slice(0, 10);
    const trigger = { kind: "week", day: "wed", hour: 9 } as const;
    expectStatus(await order(app, owned, { trigger, endsOn }), 200);
    app.clock.advance(8 * DAY_SECONDS);
    await noticeTimes(app.context);
    expect(await runsOf(app, owned)).toEqual([]);
    expect((await readOrder(owned)).order).toBeNull();
  });
});

describe("a charge that is expected", () => {
  async function subscribed(): Promise<Owned> {
    const owned = await cardWith(app, 6_000n);
    for (let week = 0; week < 3; week++) {
      const { authorizationId } = await buy(owned, "15.00", "Gym");
      await step(app, "clear", authorizationId);
      app.clock.advance(7 * DAY_SECONDS);
    }
    return owned;
  }

  test("adds what the balance lacks for it, once, before it comes", async () => {
    const owned = await subscribed();
    await buy(owned, "10.00", "Bookshop");
    const trigger = { kind: "charge", hoursBefore: 48 } as const;
    expectStatus(await order(app, owned, { trigger, amount: { kind: "charge" } }), 200);
    await noticeTimes(app.context);
    expect(await runsAfter(app, owned)).toMatchObject([
      { outcome: "funded", amount: "10.00", merchant: "Gym", trigger: "charge" },
    ]);
    app.clock.advance(3_600);
    await noticeTimes(app.context);
    expect(await runsOf(app, owned)).toHaveLength(1);
  });

  test("adds nothing if the balance suffices for it", async () => {
    const owned = await subscribed();
    const trigger = { kind: "charge", hoursBefore: 48 } as const;
    expectStatus(await order(app, owned, { trigger, amount: { kind: "charge" } }), 200);
    await noticeTimes(app.context);
    expect(await runsAfter(app, owned)).toMatchObject([{ outcome: "not_needed", reason: null }]);
  });
});

describe("setting an order", () => {
  test("is refused at another fee than the one in force, and changes nothing twice", async () => {
    const owned = await cardWith(app, 10_000n);
    expect(await order(app, owned, { feeBasisPoints: 300 })).toMatchObject({
      status: 409,
      body: { code: "price_changed" },
    });
    const { id } = expectStatus(await order(app, owned), 200).body.order;
    expect(expectStatus(await order(app, owned), 200).body.order.id).toBe(id);
    expect(await send(app, owned, { replaces: null, order: null })).toMatchObject({
      body: { code: "card_changed" },
    });
    expect(expectStatus(await send(app, owned, { replaces: id, order: null }), 200).body).toEqual(
      expect.objectContaining({ order: null, feeBasisPoints: 350, currency: "USD" }),
    );
  });

  test.each([
    ["an end in the past", { endsOn: "2020-01-01" }, "order.endsOn"],
    ["a target below the threshold", { amount: { kind: "target", balance: "19.99" } }, "balance"],
    ["what a charge lacks without a charge", { amount: { kind: "charge" } }, "order.amount.kind"],
    ["an amount above the cap", { monthlyCap: "49.99" }, "order.monthlyCap"],
    ["an hour that no day has", { trigger: { kind: "month", day: 1, hour: 24 } }, "hour"],
    ["a trigger that does not exist", { trigger: { kind: "moon" } }, "trigger"],
    ["a day that no month has", { trigger: { kind: "month", day: 32, hour: 1 } }, "day"],
    ["a date that does not exist", { endsOn: "2027-02-30" }, "endsOn"],
  ])("refuses %s", async (_, change, field) => {
    const owned = await cardWith(app, 10_000n);
    const body = { order: { ...termsOf(), ...change } };
    const path = `PUT /api/cards/${owned.card.id}/auto-top-up` as const;
    const answer = await app.call(owned.customer, path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0].path).toContain(field);
  });

  test("ends when it is turned off: later payments cause nothing", async () => {
    const owned = await cardWith(app, 3_000n);
    expectStatus(await order(app, owned), 200);
    expectStatus(await send(app, owned, { order: null }), 200);
    await buy(owned, "15.00");
    await search();
    expect(await runsOf(app, owned)).toEqual([]);
  });
});
