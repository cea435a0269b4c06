import { parseAmount } from "@tessera/money";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { inForce, payFor, replace, shop } from "../../testing/ruled-cards.ts";
import { expectStatus, fundedCard, readCard, revealed } from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
  // Advances to the start of a day, so that no day ends during a test.
  app.clock.advance(86_401 - ((app.clock.now().getTime() / 1_000) % 86_400));
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  for (const { name, sql } of SERVER_CHECKS) {
    expect([name, await app.context.db.sql.unsafe(sql)]).toEqual([name, []]);
  }
  await app.close();
});

const minor = (amount: string) => parseAmount(amount, "USD") ?? 0n;

describe("a card that is replaced during payments", () => {
  test("loses no payments and no money, and its limits do not start over", async () => {
    const { customer, card } = await fundedCard(app, 10_000n);
    await inForce(app, customer, { spending: { over: "40.00", window: "rolling_24h" } });
    const payments = Promise.all(
      Array.from({ length: 30 }, () => payFor(app, card, { amount: "1.00" })),
    );
    const answer = expectStatus(await replace(app, customer, card), 201);
    const paid = (await payments).filter(({ approved }) => approved).length;
    const codes = new Set((await payments).map(({ code }) => code));
    expect(["approved", "card_closed"]).toEqual(expect.arrayContaining([...codes]));
    const fresh = await revealed(app, customer, answer.body.card.id);
    const old = await readCard(app, customer, card);
    const now = await readCard(app, customer, fresh);
    expect(minor(old.balance) + minor(now.balance)).toBe(10_000n);
    expect([old.held, now.spentToday]).toEqual([`${paid}.00`, `${paid}.00`]);
    const room = 40 - paid;
    expect((await payFor(app, fresh, { amount: `${room}.01` })).code).toBe("limit_rolling");
    expect((await payFor(app, fresh, { amount: `${room}.00` })).code).toBe("approved");
  });

  test("uses a one-time exception on the old card or on the new one, never on both", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, { amount: { is: "over", amount: "10.00" } });
    const refused = await payFor(app, card, { amount: "12.00" });
    const body = { movementId: refused.movementId, kind: "allow_once", minutes: 15 };
    const path = "POST /api/risk/grants" as const;
    expectStatus(await app.call(customer, path, body, { key: newId() }), 201);
    const [first, answer] = await Promise.all([
      payFor(app, card, { amount: "12.00" }),
      replace(app, customer, card),
    ]);
    const fresh = await revealed(app, customer, expectStatus(answer, 201).body.card.id);
    const second = await payFor(app, fresh, { amount: "12.00" });
    expect([first.approved, second.approved].filter(Boolean)).toHaveLength(1);
  });
});

describe("a merchant known to a card", () => {
  test("is known to the card's replacement, no matter how often the card is replaced", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, { newMerchant: true }, { action: "decline" });
    const strategies = (await app.call(customer, "GET /api/risk/strategies")).body.data;
    const path = `POST /api/risk/strategies/${strategies[0].id}/status` as const;
    expectStatus(await app.call(customer, path, { status: "paused" }), 200);
    expect((await payFor(app, card, { amount: "1.00", merchant: shop("Adobe") })).approved).toBe(
      true,
    );
    expectStatus(await app.call(customer, path, { status: "active" }), 200);
    const once = expectStatus(await replace(app, customer, card), 201).body.card;
    const second = await revealed(app, customer, once.id);
    expect((await payFor(app, second, { amount: "1.00" })).code).toBe("approved");
    expect((await payFor(app, second, { amount: "1.00", merchant: shop("Netflix") })).code).toBe(
      "merchant_new",
    );
    const twice = expectStatus(await replace(app, customer, once), 201).body.card;
    const third = await revealed(app, customer, twice.id);
    expect((await payFor(app, third, { amount: "1.00" })).code).toBe("approved");
    expect((await payFor(app, third, { amount: "1.00", merchant: shop("Netflix") })).code).toBe(
      "merchant_new",
    );
  });

  test("is known to a rule from its records, and to a later rule from past payments", async () => {
    const { customer, card } = await fundedCard(app);
    const strategy = await inForce(app, customer, { newMerchant: true }, { action: "notify" });
    expect((await payFor(app, card, { amount: "1.00", merchant: shop("Netflix") })).code).toBe(
      "approved",
    );
    const fresh = await revealed(
      app,
      customer,
      expectStatus(await replace(app, customer, card), 201).body.card.id,
    );
    expect((await payFor(app, fresh, { amount: "1.00", merchant: shop("Netflix") })).code).toBe(
      "approved",
    );
    const hits = await app.call(customer, "GET /api/risk/strategy-hits");
    expect(hits.body.data).toHaveLength(1);
    const path = `POST /api/risk/strategies/${strategy.id}/status` as const;
    expectStatus(await app.call(customer, path, { status: "retired" }), 200);
    await inForce(app, customer, { newMerchant: true });
    expect((await payFor(app, fresh, { amount: "1.00", merchant: shop("Netflix") })).code).toBe(
      "approved",
    );
    expect((await payFor(app, fresh, { amount: "1.00", merchant: shop("Adobe") })).code).toBe(
      "merchant_new",
    );
  });
});

describe("a merchant-locked card", () => {
  test("is locked by only one of many concurrent first payments with an amount", async () => {
    const { customer, card } = await fundedCard(app, 10_000n, "merchant_locked");
    const zero = await payFor(app, card, { amount: "0.00", merchant: shop("Netflix") });
    expect(zero.approved).toBe(true);
    expect(await readCard(app, customer, card)).toMatchObject({ lockedMerchant: null });
    const names = ["Adobe", "Netflix", "Figma", "Adobe", "Netflix", "Figma"];
    const answers = await Promise.all(
      names.map((name) => payFor(app, card, { amount: "1.00", merchant: shop(name) })),
    );
    const { lockedMerchant } = await readCard(app, customer, card);
    const paid = names.filter((_, place) => answers[place].approved);
    expect(new Set(paid)).toEqual(new Set([lockedMerchant]));
    for (const { approved, code } of answers) {
      expect(approved || code === "merchant_lock_mismatch").toBe(true);
    }
  });
});
