import { inTransaction } from "@tessera/database";
import { formatAmount } from "@tessera/money";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus, fund, network, readCard, step } from "../../testing/test-cards.ts";
import { expireDueHolds } from "../holds/expire-holds.ts";
import { accountOf, type Drawing, drawingCard, moneyOf, setDraw } from "./draw.fixtures.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
  // Advances to the start of a day, so that no day ends during a test.
  app.clock.advance(86_401 - ((app.clock.now().getTime() / 1_000) % 86_400));
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const authorize = (drawing: Drawing, amount: string, more: object = {}) =>
  network(app, "authorize", drawing.card, { amount, ...more });

async function stepped(
  message: "increment" | "advice" | "clear" | "reverse" | "expire",
  authorizationId: string,
  amount?: string,
) {
  return expectStatus(await step(app, message, authorizationId, amount), 200).body;
}

/** Clears a part of an authorization, and keeps the rest. */
async function clearPart(authorizationId: string, amount: string) {
  const body = { authorizationId, amount, final: false };
  return expectStatus(await app.call(undefined, "POST /sandbox/network/clear", body), 200).body;
}

async function failedChecks({ customer }: Drawing) {
  const { body } = await app.call(customer, "GET /api/transactions?status=declined");
  const path = `GET /api/risk/declines/${body.data[0].id}` as const;
  const { trace } = expectStatus(await app.call(customer, path), 200).body;
  return trace
    .filter(({ passed }: { passed: boolean }) => !passed)
    .map(({ check, code }: { check: string; code: string }) => `${check} ${code}`);
}

describe("a card that draws on the account", () => {
  test("holds what it lacks on the account, with the fee, and captures both", async () => {
    const drawing = await drawingCard(app, { cardMinor: 1_000n });
    const { authorizationId, approvedAmount } = await authorize(drawing, "50.00");
    expect(approvedAmount).toBe("50.00");
    expect(await moneyOf(app, drawing)).toEqual({
      card: ["10.00", "10.00"],
      account: ["1000.00", "41.40"],
      drawn: "41.40",
    });
    await stepped("clear", authorizationId);
    expect(await moneyOf(app, drawing)).toEqual({
      card: ["0.00", "0.00"],
      account: ["958.60", "0.00"],
      drawn: "41.40",
    });
  });

  test("draws everything if it is empty, and nothing if its balance suffices", async () => {
    const drawing = await drawingCard(app);
    const { authorizationId } = await authorize(drawing, "20.00");
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["0.00", "0.00"],
      account: ["1000.00", "20.70"],
    });
    await fund(app, drawing.customer, drawing.card, 5_000n);
    await authorize(drawing, "50.00");
    expect(await moneyOf(app, drawing)).toMatchObject({ card: ["50.00", "50.00"], drawn: "20.70" });
    await stepped("clear", authorizationId, "20.00");
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["50.00", "50.00"],
      account: ["927.55", "0.00"],
    });
  });

  test("captures its own money first, in parts, with the fee on what was drawn", async () => {
    const drawing = await drawingCard(app, { cardMinor: 1_000n });
    const { authorizationId } = await authorize(drawing, "50.00");
    await clearPart(authorizationId, "4.00");
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["6.00", "6.00"],
      account: ["1000.00", "41.40"],
    });
    await clearPart(authorizationId, "16.00");
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["0.00", "0.00"],
      account: ["989.65", "31.05"],
    });
    await stepped("clear", authorizationId, "5.55");
    expect(await moneyOf(app, drawing)).toEqual({
      card: ["0.00", "0.00"],
      // 15.55 were drawn, and the fee is 3.5% of that, rounded up: 0.55.
      account: ["983.90", "0.00"],
      drawn: "16.10",
    });
  });

  test("releases the account's money first, and all of it at the end", async () => {
    const drawing = await drawingCard(app, { cardMinor: 1_000n });
    const { authorizationId } = await authorize(drawing, "50.00");
    await stepped("reverse", authorizationId, "30.00");
    expect(await moneyOf(app, drawing)).toEqual({
      card: ["10.00", "10.00"],
      account: ["1000.00", "10.35"],
      drawn: "10.35",
    });
    await stepped("advice", authorizationId, "15.00");
    expect(await moneyOf(app, drawing)).toMatchObject({ account: ["1000.00", "5.18"] });
    await stepped("advice", authorizationId, "8.00");
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["10.00", "8.00"],
      account: ["1000.00", "0.00"],
    });
    await stepped("reverse", authorizationId);
    expect(await moneyOf(app, drawing)).toEqual({
      card: ["10.00", "0.00"],
      account: ["1000.00", "0.00"],
      drawn: "0.00",
    });
  });

  test("draws for increments too, and releases every hold when they expire", async () => {
    const drawing = await drawingCard(app, { cardMinor: 1_000n });
    const { authorizationId } = await authorize(drawing, "10.00");
    expect((await stepped("increment", authorizationId, "20.00")).approved).toBe(true);
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["10.00", "10.00"],
      account: ["1000.00", "20.70"],
    });
    await fund(app, drawing.customer, drawing.card, 500n);
    await stepped("increment", authorizationId, "10.00");
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["15.00", "15.00"],
      account: ["994.82", "25.88"],
    });
    await clearPart(authorizationId, "15.00");
    app.clock.advance(40 * 86_400);
    await expireDueHolds(app.context);
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["0.00", "0.00"],
      account: ["994.82", "0.00"],
    });
  });

  test("pays in other currencies from both, with the buffer", async () => {
    await app.context.db.sql`
      insert into rate_sheet (provider, rated_at, source, usd_per_euro, cny_per_euro, fetched_at,
        others_per_euro)
      values ('bundled', ${new Date(Date.UTC(2028, 0, 1))}, 'Test rates', 100000000, 800000000,
        now(), '{"GBP": "80000000"}')`;
    const drawing = await drawingCard(app, { cardMinor: 1_000n }, { daily: "500.00" });
    const asked = { currency: "GBP", cvv: null };
    const answer = await authorize(drawing, "80.00", asked);
    expect(answer).toMatchObject({ approved: true, approvedAmount: "101.00" });
    // 101.00 and a buffer of 3.03; the card has 10.00, and the fee on 94.03 is 3.30.
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["10.00", "10.00"],
      account: ["1000.00", "97.33"],
    });
    await stepped("clear", answer.authorizationId);
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["0.00", "0.00"],
      // 91.00 and 3.19
      account: ["905.81", "0.00"],
      drawn: "94.19",
    });
  });

  test("approves the part that the card and the account cover", async () => {
    const drawing = await drawingCard(app, { cardMinor: 1_000n, accountMinor: 2_070n });
    const named = { partialApproval: true };
    const answer = await authorize(drawing, "50.00", { named });
    expect(answer).toMatchObject({ approved: true, approvedAmount: "30.00" });
    expect(await moneyOf(app, drawing)).toMatchObject({ account: ["20.70", "20.70"] });
  });

  test("credits refunds to the card, and owes what is cleared beyond the holds", async () => {
    const drawing = await drawingCard(app);
    const { authorizationId } = await authorize(drawing, "20.00");
    await stepped("clear", authorizationId, "25.00");
    expect(await moneyOf(app, drawing)).toMatchObject({
      card: ["-5.00", "0.00"],
      account: ["979.30", "0.00"],
    });
    await network(app, "refund", drawing.card, { amount: "20.00" });
    expect(await moneyOf(app, drawing)).toMatchObject({ card: ["15.00", "0.00"] });
  });

  test("shows what is held on each, and what it may still draw", async () => {
    const drawing = await drawingCard(app, { cardMinor: 1_000n });
    const { customer, card } = drawing;
    await authorize(drawing, "50.00");
    const holds = expectStatus(await app.call(customer, `GET /api/cards/${card.id}/holds`), 200);
    expect(holds.body).toMatchObject({ total: "10.00", count: 1 });
    expect(holds.body.data).toMatchObject([{ amount: "10.00", drawn: "41.40", reserve: "0.00" }]);
    const path = `GET /api/cards/${card.id}/safe-to-spend` as const;
    const safe = expectStatus(await app.call(customer, path), 200).body;
    // 58.60 are left of the ceiling: 56.61 and the fee of 1.99.
    expect(safe).toMatchObject({ safe: "0.00", drawable: "56.61" });
  });
});

describe("drawing is declined, with the reason among the checks,", () => {
  test("above the ceiling of the day, which opens again the next day", async () => {
    const drawing = await drawingCard(app, {}, { daily: "20.70" });
    expect((await authorize(drawing, "20.01")).code).toBe("insufficient_card_balance");
    expect(await failedChecks(drawing)).toEqual([
      "balance insufficient_card_balance",
      "draw draw_ceiling",
    ]);
    expect((await authorize(drawing, "20.00")).approved).toBe(true);
    expect((await authorize(drawing, "0.01")).approved).toBe(false);
    app.clock.advance(86_400);
    expect((await authorize(drawing, "20.00")).approved).toBe(true);
  });

  test("if the account does not have it", async () => {
    const drawing = await drawingCard(app, { accountMinor: 1_000n });
    expect((await authorize(drawing, "10.00")).approved).toBe(false);
    expect(await failedChecks(drawing)).toContain("draw draw_account_balance");
  });

  test("for other merchants than those its owner named", async () => {
    const drawing = await drawingCard(app, { cardMinor: 1_000n }, { merchants: ["Google Ads"] });
    expect((await authorize(drawing, "20.00")).approved).toBe(false);
    expect(await failedChecks(drawing)).toContain("draw draw_merchant");
    const merchant = { name: "GOOGLE *ADS 4711", mcc: "7311", country: "US" };
    expect((await authorize(drawing, "20.00", { merchant })).approved).toBe(true);
  });

  test.each(["a stopped account", "a security hold", "an account to be closed"])(
    "with %s",
    async (what) => {
      const drawing = await drawingCard(app, { cardMinor: 1_000n });
      const { sql } = app.context.db;
      const { customerId } = drawing.customer;
      if (what === "a stopped account") {
        const { account } = await accountOf(app, drawing);
        await inTransaction(app.context.db, (tx) =>
          app.context.ledger.setAccountStatus(tx, account, "blocked"),
        );
      } else if (what === "a security hold") {
        await sql`insert into security_hold (id, customer_id, about_id, began_at)
          values (${newId()}, ${customerId}, ${newId()}, now())`;
      } else {
        await sql`insert into account_closing (id, customer_id, person_id, client_key, factor,
            asked_at, ends_at)
          select ${newId()}, ${customerId}, person.id, ${newId()}, 'password', now(),
            now() + interval '1 day'
          from person where person.username = ${drawing.customer.username}`;
      }
      expect((await authorize(drawing, "20.00")).approved).toBe(false);
      expect(await failedChecks(drawing)).toContain("draw draw_stopped");
      expect((await authorize(drawing, "10.00")).approved).toBe(true);
    },
  );

  test("at a higher fee than its owner agreed to", async () => {
    const drawing = await drawingCard(app);
    await app.context.db.sql`
      update card set draw_fee_basis_points = 100
      where id = ${parseId("card", drawing.card.id) ?? ""}`;
    expect((await authorize(drawing, "20.00")).approved).toBe(false);
    expect(await failedChecks(drawing)).toContain("draw draw_fee_changed");
  });

  test("once its owner has turned it off", async () => {
    const drawing = await drawingCard(app);
    expectStatus(await setDraw(app, drawing, null), 200);
    expect((await authorize(drawing, "20.00")).approved).toBe(false);
    expect(await failedChecks(drawing)).toEqual(["balance insufficient_card_balance"]);
  });
});

describe("many payments at once", () => {
  test.each([
    ["the ceiling", { cardMinor: 640n, accountMinor: 100_000n }, "31.05", "31.05"],
    ["the account", { cardMinor: 640n, accountMinor: 2_070n }, "500.00", "20.70"],
  ])("never draw more than %s", async (_, money, daily, mostDrawn) => {
    const drawing = await drawingCard(app, money, { daily });
    const answers = await Promise.all(Array.from({ length: 64 }, () => authorize(drawing, "2.00")));
    const approved = answers.filter((answer) => answer.approved);
    const { card, account, drawn } = await moneyOf(app, drawing);
    expect(Number(drawn)).toBeLessThanOrEqual(Number(mostDrawn));
    expect(account[1]).toBe(drawn);
    // What is held on both, without the fee, is what was approved.
    const heldMinor = BigInt(card[1]?.replace(".", "") ?? 0);
    const drawnMinor = await principal(drawing);
    expect(heldMinor + drawnMinor).toBe(BigInt(approved.length) * 200n);
    expect(approved.length).toBeGreaterThan(0);
  });
});

/** Returns what a card's payments drew without the fee, in minor units. */
async function principal({ customer }: Drawing): Promise<bigint> {
  const [row] = await app.context.db.sql<{ minor: bigint }[]>`
    select coalesce(sum((data -> 'draw' ->> 'amountMinor')::bigint), 0)::bigint as minor
    from ledger.movement where customer_id = ${customer.customerId} and kind = 'purchase'`;
  return row?.minor ?? 0n;
}

test("preflight says what the authorization then does, whatever both have", async () => {
  const amount = fc.integer({ min: 1, max: 60_00 });
  await fc.assert(
    fc.asyncProperty(amount, amount, amount, amount, async (card, account, ceiling, asked) => {
      const daily = formatAmount(BigInt(ceiling), "USD");
      const drawing = await drawingCard(
        app,
        { cardMinor: BigInt(card), accountMinor: BigInt(account) },
        { daily },
      );
      const merchant = { name: "Adobe", mcc: "5734", country: "US" };
      const text = formatAmount(BigInt(asked), "USD");
      const body = { cardId: drawing.card.id, amount: text, merchant };
      const call = await app.call(drawing.customer, "POST /api/risk/preflight", body);
      const said = expectStatus(call, 200).body;
      const done = await authorize(drawing, text);
      expect([done.approved, done.code]).toEqual([said.approved, said.code]);
      const { draw } = await readCard(app, drawing.customer, drawing.card);
      const drawnMinor = BigInt(draw.drawnToday.replace(".", ""));
      const { amount: drawn = "0.00", fee = "0.00" } = said.draw ?? {};
      expect(drawnMinor).toBe(BigInt(drawn.replace(".", "")) + BigInt(fee.replace(".", "")));
    }),
    { numRuns: 25 },
  );
});

describe("setting what a card draws", () => {
  test("requires the fee in force, and records who changed what", async () => {
    const drawing = await drawingCard(app, {}, { daily: "50.00", merchants: ["Adobe"] });
    const { customer, card } = drawing;
    expect((await readCard(app, customer, card)).draw).toEqual({
      ...{ daily: "50.00", drawnToday: "0.00", feeBasisPoints: 350, merchants: ["Adobe"] },
    });
    const draw = { daily: "60.00", feeBasisPoints: 349, merchants: null };
    const path = `PUT /api/cards/${card.id}/draw` as const;
    const refused = await app.call(customer, path, { draw });
    expect([refused.status, refused.body.code]).toEqual([409, "price_changed"]);
    const stale = await app.call(customer, path, { revision: 1, draw: null });
    expect([stale.status, stale.body.code]).toEqual([409, "card_changed"]);
    const { body } = await app.call(customer, "GET /api/logs?category=card");
    const [entry] = body.data.filter((one: { act: string }) => one.act === "card.draw");
    const detail = await app.call(customer, `GET /api/logs/${entry.id}`);
    expect(detail.body.changes).toEqual([
      { field: "drawDaily", from: null, to: "50.00 USD" },
      { field: "drawMerchants", from: null, to: "Adobe" },
    ]);
  });

  test("refuses what is not an amount, and another customer's card", async () => {
    const drawing = await drawingCard(app);
    const path = `PUT /api/cards/${drawing.card.id}/draw` as const;
    const bodies = [
      { draw: { daily: "0.00", feeBasisPoints: 350, merchants: null } },
      { draw: { daily: "1.001", feeBasisPoints: 350, merchants: null } },
      { draw: { daily: "1.00", feeBasisPoints: 350, merchants: [] } },
      { draw: { daily: "1.00", feeBasisPoints: -1, merchants: null } },
      {},
    ];
    for (const body of bodies) {
      expect((await app.call(drawing.customer, path, body)).status).toBe(400);
    }
    const other = await app.newCustomer();
    expect((await app.call(other, path, { draw: null })).status).toBe(404);
  });
});
