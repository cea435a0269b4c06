import { formatAmount, parseAmount } from "@tessera/money";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus, network, readCard, step } from "../../testing/test-cards.ts";
import { drafted, ruleOver, turn } from "../../testing/test-strategies.ts";
import { expireDueHolds } from "../holds/expire-holds.ts";
import { type Drawing, drawingCard, moneyOf, setDraw } from "./draw.fixtures.ts";

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

const ADS = { name: "GOOGLE *ADS 4711", mcc: "7311", country: "US" };
const SHOP = { name: "Muji", mcc: "5311", country: "JP" };

/** Adds amounts of dollars; one that is absent counts as nothing. */
const sum = (...amounts: readonly (string | undefined)[]) =>
  amounts.reduce((total, amount = "0.00") => total + (parseAmount(amount, "USD") ?? 0n), 0n);

const authorize = ({ card }: Drawing, amount: string, merchant = ADS, named = {}) =>
  network(app, "authorize", card, { amount, merchant, named });

/** Opens an empty card whose owner wants Google Ads kept paid. */
function keptCard(
  daily = "20.70",
  more: Parameters<typeof setDraw>[2] = { daily: null },
  money: Parameters<typeof drawingCard>[1] = {},
) {
  const keepAlive = { daily, merchants: ["Google Ads"] };
  return drawingCard(app, money, { ...more, keepAlive });
}

async function stepped(
  message: "increment" | "clear" | "reverse",
  authorizationId: string,
  amount?: string,
) {
  return expectStatus(await step(app, message, authorizationId, amount), 200).body;
}

async function failedChecks({ customer }: Drawing) {
  const { body } = await app.call(customer, "GET /api/transactions?status=declined");
  const path = `GET /api/risk/declines/${body.data[0].id}` as const;
  const { trace } = expectStatus(await app.call(customer, path), 200).body;
  return trace
    .filter(({ passed }: { passed: boolean }) => !passed)
    .map(({ check, code }: { check: string; code: string }) => `${check} ${code}`);
}

describe("a merchant to keep paid", () => {
  test("draws on the account although drawing is off for all others", async () => {
    const kept = await keptCard();
    expect((await authorize(kept, "5.00", SHOP)).code).toBe("insufficient_card_balance");
    expect(await failedChecks(kept)).toEqual(["balance insufficient_card_balance"]);
    const { authorizationId, approved } = await authorize(kept, "20.00");
    expect(approved).toBe(true);
    await stepped("clear", authorizationId);
    expect(await moneyOf(app, kept)).toEqual({
      ...{ card: ["0.00", "0.00"], account: ["979.30", "0.00"], drawn: undefined, kept: "20.70" },
    });
    expect((await authorize(kept, "0.01")).approved).toBe(false);
    expect(await failedChecks(kept)).toEqual([
      "balance insufficient_card_balance",
      "keep_alive keep_alive_ceiling",
    ]);
    app.clock.advance(86_400);
    expect((await authorize(kept, "20.00")).approved).toBe(true);
  });

  test("is paid after others have used up the general ceiling", async () => {
    const kept = await keptCard("20.70", { daily: "10.35" });
    expect((await authorize(kept, "10.00", SHOP)).approved).toBe(true);
    expect((await authorize(kept, "0.01", SHOP)).approved).toBe(false);
    expect((await authorize(kept, "20.00")).approved).toBe(true);
    expect(await moneyOf(app, kept)).toMatchObject({ drawn: "10.35", kept: "20.70" });
  });

  test("uses its own ceiling first, then the general one, and releases both", async () => {
    const kept = await keptCard("20.70", { daily: "50.00" });
    const first = await authorize(kept, "15.00");
    expect(await moneyOf(app, kept)).toMatchObject({ drawn: "0.00", kept: "15.53" });
    // The first hold keeps 15.53, and 5.17 are left: 25.83 come from the general ceiling.
    expect((await stepped("increment", first.authorizationId, "29.95")).approved).toBe(true);
    expect(await moneyOf(app, kept)).toMatchObject({ drawn: "25.83", kept: "20.70" });
    await stepped("reverse", first.authorizationId, "44.95");
    expect(await moneyOf(app, kept)).toMatchObject({
      ...{ account: ["1000.00", "0.00"], drawn: "0.00", kept: "0.00" },
    });
    const second = await authorize(kept, "40.00");
    expect(await moneyOf(app, kept)).toMatchObject({ drawn: "20.70", kept: "20.70" });
    await stepped("clear", second.authorizationId, "10.00");
    const { drawn, kept: own } = await moneyOf(app, kept);
    expect(sum(drawn, own)).toBe(1_035n);
    await authorize(kept, "20.00");
    app.clock.advance(40 * 86_400);
    await expireDueHolds(app.context);
    expect(await moneyOf(app, kept)).toMatchObject({ account: ["989.65", "0.00"] });
  });

  test("is paid in part, up to its ceiling", async () => {
    const kept = await keptCard("20.70", { daily: null }, { cardMinor: 1_000n });
    const answer = await authorize(kept, "50.00", ADS, { partialApproval: true });
    expect(answer).toMatchObject({ approved: true, approvedAmount: "30.00" });
  });

  test.each([
    ["the account's balance", "keep_alive draw_account_balance"],
    ["a security hold", "keep_alive draw_stopped"],
    ["a higher fee", "keep_alive draw_fee_changed"],
    ["a freeze", "card_not_frozen card_frozen_customer"],
    ["a rule", "strategy merchant_blocked"],
    ["a spending limit", "own_limit_day own_limit_day"],
  ])("is declined by %s all the same", async (what, check) => {
    const poor = what === "the account's balance" ? { accountMinor: 2_069n } : {};
    const kept = await keptCard("500.00", { daily: null }, poor);
    const { customer, card } = kept;
    const id = parseId("card", card.id) ?? "";
    if (what === "a security hold") {
      await app.context.db.sql`insert into security_hold (id, customer_id, about_id, began_at)
        values (${newId()}, ${customer.customerId}, ${newId()}, now())`;
    } else if (what === "a higher fee") {
      await app.context.db.sql`
        update card set keep_alive_fee_basis_points = 100 where id = ${id}`;
    } else if (what === "a freeze") {
      expectStatus(await app.call(customer, `POST /api/cards/${card.id}/freeze`), 200);
    } else if (what === "a rule") {
      const when = { merchants: { match: "any_of", values: ["Google Ads"] } };
      const rule = { when, action: "decline", scope: { cards: "all" }, counts: "per_card" };
      const { id: ruleId } = await drafted(app, customer, {
        ...{ ...rule, currency: "USD", email: false },
      });
      expectStatus(await turn(app, customer, ruleId, "active"), 200);
    } else if (what === "a spending limit") {
      const { revision } = await readCard(app, customer, card);
      const limits = { revision, perTransaction: null, daily: "19.99", monthly: null };
      expectStatus(await app.call(customer, `PUT /api/cards/${card.id}/limits`, limits), 200);
    }
    expect((await authorize(kept, "20.00")).approved).toBe(false);
    expect(await failedChecks(kept)).toContain(check);
  });

  test("is in backtests like any other: they say that a rule would have declined it", async () => {
    const kept = await keptCard();
    expect((await authorize(kept, "20.00")).approved).toBe(true);
    const body = { rule: ruleOver("10.00"), days: 90 };
    const answer = await app.call(kept.customer, "POST /api/risk/backtests", body);
    expect(expectStatus(answer, 200).body).toMatchObject({
      ...{ payments: 1, stopped: 1, stoppedAmounts: [{ currency: "USD", amount: "20.00" }] },
    });
  });

  test("has what it may draw among what is safe to spend", async () => {
    const kept = await keptCard("51.75", { daily: "20.70" });
    await authorize(kept, "30.00");
    const path = `GET /api/cards/${kept.card.id}/safe-to-spend` as const;
    const safe = expectStatus(await app.call(kept.customer, path), 200).body;
    expect(safe).toMatchObject({ safe: "0.00", drawable: "20.00", keepAliveDrawable: "20.00" });
  });
});

describe("64 payments at once", () => {
  const money = fc.integer({ min: 1, max: 90_00 });

  test("never draw more than ceilings and account allow, and hold what was approved", async () => {
    await fc.assert(
      fc.asyncProperty(money, money, money, money, async (card, account, own, general) => {
        const kept = await keptCard(
          formatAmount(BigInt(own), "USD"),
          { daily: formatAmount(BigInt(general), "USD") },
          { cardMinor: BigInt(card), accountMinor: BigInt(account) },
        );
        const answers = await Promise.all(
          Array.from({ length: 64 }, (_, place) =>
            authorize(kept, "3.00", place % 2 === 0 ? ADS : SHOP),
          ),
        );
        const approved = BigInt(answers.filter((answer) => answer.approved).length);
        const after = await moneyOf(app, kept);
        const [keptMinor, drawnMinor, heldMinor, cardMinor] = [
          after.kept,
          after.drawn,
          after.account[1],
          after.card[1],
        ].map((text) => BigInt((text ?? "").replace(".", "")));
        expect(Number(keptMinor)).toBeLessThanOrEqual(own);
        expect(Number(drawnMinor)).toBeLessThanOrEqual(general);
        expect(Number(heldMinor)).toBeLessThanOrEqual(account);
        expect((keptMinor ?? 0n) + (drawnMinor ?? 0n)).toBe(heldMinor);
        expect((cardMinor ?? 0n) + (await principal(kept))).toBe(approved * 300n);
      }),
      { numRuns: 6 },
    );
  });
});

/** Returns what a card's payments drew without the fee, in minor units. */
async function principal({ customer }: Drawing): Promise<bigint> {
  const [row] = await app.context.db.sql<{ minor: bigint }[]>`
    select coalesce(sum((data -> 'draw' ->> 'amountMinor')::bigint), 0)::bigint as minor
    from ledger.movement where customer_id = ${customer.customerId} and kind = 'purchase'`;
  return row?.minor ?? 0n;
}

test("preflight says what the authorization then does, for each setting and merchant", async () => {
  const amount = fc.integer({ min: 1, max: 60_00 });
  const text = amount.map((minor) => formatAmount(BigInt(minor), "USD"));
  const cases = fc.record({
    ...{ card: amount, account: amount, own: text, daily: fc.option(text), asked: text },
    merchants: fc.constantFrom(null, ["Google Ads"], ["Muji"]),
    merchant: fc.constantFrom(ADS, SHOP),
  });
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const kept = await keptCard(
        one.own,
        { daily: one.daily, merchants: one.merchants },
        { cardMinor: BigInt(one.card), accountMinor: BigInt(one.account) },
      );
      const body = { cardId: kept.card.id, amount: one.asked, merchant: one.merchant };
      const said = expectStatus(
        await app.call(kept.customer, "POST /api/risk/preflight", body),
        200,
      ).body;
      const done = await authorize(kept, one.asked, one.merchant);
      expect([done.approved, done.code]).toEqual([said.approved, said.code]);
      const { drawn = "0.00", kept: own = "0.00" } = await moneyOf(app, kept);
      const { amount: principal = "0.00", fee = "0.00" } = said.draw ?? {};
      expect(sum(drawn, own)).toBe(sum(principal, fee));
      if (!said.approved) {
        const failed = said.trace
          .filter(({ passed }: { passed: boolean }) => !passed)
          .map(({ check, code }: { check: string; code: string }) => `${check} ${code}`);
        expect(await failedChecks(kept)).toEqual(failed);
      }
    }),
    { numRuns: 30 },
  );
});

describe("naming merchants to keep paid", () => {
  test("requires the fee in force, keeps what a caller leaves out, and is recorded", async () => {
    const kept = await keptCard("20.70", { daily: "50.00" });
    const { customer, card } = kept;
    const own = { daily: "20.70", drawnToday: "0.00", feeBasisPoints: 350 };
    const keepAlive = { ...own, merchants: ["Google Ads"] };
    expect((await readCard(app, customer, card)).keepAlive).toEqual(keepAlive);
    expectStatus(await setDraw(app, kept, { daily: "60.00" }), 200);
    expect((await readCard(app, customer, card)).keepAlive).toEqual(keepAlive);
    expectStatus(await setDraw(app, kept, null), 200);
    expect(await readCard(app, customer, card)).toMatchObject({ draw: null, keepAlive });
    const path = `PUT /api/cards/${card.id}/draw` as const;
    const asked = { daily: "30.00", feeBasisPoints: 349, merchants: ["Meta"] };
    const refused = await app.call(customer, path, { draw: null, keepAlive: asked });
    expect([refused.status, refused.body.code]).toEqual([409, "price_changed"]);
    expectStatus(await setDraw(app, kept, { daily: null, keepAlive: null }), 200);
    expect(await readCard(app, customer, card)).toMatchObject({ draw: null, keepAlive: null });
    const { body } = await app.call(customer, "GET /api/logs?category=card");
    const [entry] = body.data.filter((one: { act: string }) => one.act === "card.draw");
    const detail = await app.call(customer, `GET /api/logs/${entry.id}`);
    expect(detail.body.changes).toEqual([
      { field: "keepAliveDaily", from: "20.70 USD", to: null },
      { field: "keepAliveMerchants", from: "Google Ads", to: null },
    ]);
  });

  test("has to be done again for a card that replaces another one", async () => {
    const { customer, card } = await keptCard("20.70", { daily: "50.00" });
    const { password } = customer;
    const { proof } = (await app.call(customer, "POST /api/auth/proof", { password })).body;
    const options = { key: newId(), headers: { "x-proof": proof } };
    const path = `POST /api/cards/${card.id}/replace` as const;
    const replaced = await app.call(customer, path, { reason: "damaged" }, options);
    const { id } = expectStatus(replaced, 201).body.card;
    expect(await readCard(app, customer, { ...card, id })).toMatchObject({
      ...{ draw: null, keepAlive: null },
    });
  });

  test("takes 1 to 20 names and an amount, and no other customer's card", async () => {
    const kept = await keptCard();
    const path = `PUT /api/cards/${kept.card.id}/draw` as const;
    const right = { daily: "1.00", feeBasisPoints: 350, merchants: ["Meta"] };
    const wrong = [
      { ...right, daily: "0.00" },
      { ...right, daily: "1.001" },
      { ...right, daily: "-1.00" },
      { ...right, merchants: [] },
      { ...right, merchants: [""] },
      { ...right, merchants: ["x".repeat(81)] },
      { ...right, merchants: Array.from({ length: 21 }, (_, place) => `Shop ${place}`) },
      { ...right, merchants: null },
      { ...right, feeBasisPoints: 10_001 },
      "Meta",
    ];
    for (const keepAlive of wrong) {
      const answer = await app.call(kept.customer, path, { draw: null, keepAlive });
      expect([answer.status, answer.body.code]).toEqual([400, "invalid_input"]);
    }
    const other = await app.newCustomer();
    expect((await app.call(other, path, { draw: null, keepAlive: right })).status).toBe(404);
  });
});
