import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  readCard,
  SEGMENTS,
  step,
  type TestCard,
} from "../../testing/test-cards.ts";
import { withdrawAuthorization } from "./release-authorization.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function cardFor(usage: "single_use" | "merchant_locked") {
  const customer = await app.newCustomer();
  const card = await openCard(app, customer, SEGMENTS.mastercardStandardUsd, usage);
  await fund(app, customer, card, 10_000n);
  return { customer, card };
}

const shop = (name: string) => ({ name, mcc: "5734", country: "US" });
const pay = (card: TestCard, amount: string, merchant = "Adobe") =>
  network(app, "authorize", card, { amount, merchant: shop(merchant) });

describe("a single-use card", () => {
  test("makes one payment, accepts later messages about it, and can then be unloaded", async () => {
    const { customer, card } = await cardFor("single_use");
    expect(await readCard(app, customer, card)).toMatchObject({ usage: "single_use", used: false });
    expect((await pay(card, "900.00")).code).toBe("insufficient_card_balance");
    const { authorizationId, approved } = await pay(card, "30.00");
    expect(approved).toBe(true);
    expect((await pay(card, "1.00")).code).toBe("single_use_spent");
    expect((await step(app, "clear", authorizationId, "30.00")).body.approved).toBe(true);
    expect((await network(app, "refund", card, { amount: "5.00" })).approved).toBe(true);
    expect(await readCard(app, customer, card)).toMatchObject({
      used: true,
      status: "active",
      balance: "75.00",
    });
    const ask = (operation: string) =>
      app.call(customer, `POST /api/cards/${card.id}/quote`, { operation, amount: "75.00" });
    expect((await ask("deposit")).body.code).toBe("card_used");
    expectStatus(await ask("withdraw"), 201);
  });

  test("is not used up by an account verification or a decline", async () => {
    const { customer, card } = await cardFor("single_use");
    expect((await pay(card, "0.00")).approved).toBe(true);
    expect((await network(app, "authorize", card, { amount: "1.00", cvv: "999" })).approved).toBe(
      card.cvv === "999",
    );
    expect((await readCard(app, customer, card)).used).toBe(card.cvv === "999");
    expect((await pay(card, "1.00")).approved).toBe(card.cvv !== "999");
  });

  test("allows increments of its payment, and stays used after a reversal", async () => {
    const { customer, card } = await cardFor("single_use");
    const { authorizationId } = await pay(card, "30.00");
    const more = await step(app, "increment", authorizationId, "5.00");
    expect(more.body.approved).toBe(true);
    expectStatus(await step(app, "reverse", authorizationId), 200);
    expect((await pay(card, "1.00")).code).toBe("single_use_spent");
    expect((await readCard(app, customer, card)).used).toBe(true);
  });

  test("approves only one of twenty concurrent payments", async () => {
    const { card } = await cardFor("single_use");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => pay(card, "1.00", `Shop ${place}`)),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === "approved")).toHaveLength(1);
    expect(codes.filter((code) => code === "single_use_spent")).toHaveLength(19);
  });

  test("becomes usable again if its payment turns out never to have been approved", async () => {
    const { customer, card } = await cardFor("single_use");
    const { authorizationId } = await pay(card, "1.00");
    await withdrawAuthorization(app.context, parseId("auth", authorizationId) ?? "");
    expect((await readCard(app, customer, card)).used).toBe(false);
    expect((await pay(card, "1.00")).approved).toBe(true);
  });
});

describe("a merchant-locked card", () => {
  test("pays only the first approved merchant, no matter how its name is spelled", async () => {
    const { customer, card } = await cardFor("merchant_locked");
    expect((await pay(card, "0.00", "Netflix")).approved).toBe(true);
    expect((await pay(card, "900.00", "Netflix")).approved).toBe(false);
    expect((await readCard(app, customer, card)).lockedMerchant).toBeNull();
    expect((await pay(card, "1.00", "Adobe")).approved).toBe(true);
    expect(await readCard(app, customer, card)).toMatchObject({
      usage: "merchant_locked",
      lockedMerchant: "Adobe",
    });
    expect((await pay(card, "1.00", "ADOBE  12345")).approved).toBe(true);
    expect((await pay(card, "1.00", "Netflix")).code).toBe("merchant_lock_mismatch");
    expect(
      (await network(app, "refund", card, { amount: "2.00", merchant: shop("Else") })).approved,
    ).toBe(true);
  });

  test("accepts only one of twenty merchants charging it concurrently, every time", async () => {
    for (let round = 0; round < 3; round++) {
      const { customer, card } = await cardFor("merchant_locked");
      const merchants = Array.from(
        { length: 20 },
        (_, place) => `Merchant ${"x".repeat(place + 1)}`,
      );
      const answers = await Promise.all(merchants.map((merchant) => pay(card, "1.00", merchant)));
      const paid = merchants.filter((_, place) => answers[place].approved);
      expect(paid).toHaveLength(1);
      expect(new Set(answers.map(({ code }) => code))).toEqual(
        new Set(["approved", "merchant_lock_mismatch"]),
      );
      expect((await readCard(app, customer, card)).lockedMerchant).toBe(paid[0]);
    }
  });

  test("is locked to its merchant even if the server stopped before storing the lock", async () => {
    const { customer, card } = await cardFor("merchant_locked");
    await pay(card, "1.00", "Adobe");
    await app.context.db.sql`update card set locked_merchant_key = null, locked_merchant_name = null
      where id = ${parseId("card", card.id) ?? ""}`;
    expect((await pay(card, "1.00", "Netflix")).code).toBe("merchant_lock_mismatch");
    expect((await readCard(app, customer, card)).lockedMerchant).toBe("Adobe");
    expect((await pay(card, "1.00", "Adobe")).approved).toBe(true);
  });

  test("is unlocked again if its first payment turns out never to have been approved", async () => {
    const { customer, card } = await cardFor("merchant_locked");
    const first = await pay(card, "1.00", "Adobe");
    await withdrawAuthorization(app.context, parseId("auth", first.authorizationId) ?? "");
    expect((await readCard(app, customer, card)).lockedMerchant).toBeNull();
    const second = await pay(card, "1.00", "Netflix");
    expect(second.approved).toBe(true);
    const third = await pay(card, "1.00", "Netflix");
    await withdrawAuthorization(app.context, parseId("auth", third.authorizationId) ?? "");
    expect((await readCard(app, customer, card)).lockedMerchant).toBe("Netflix");
  });
});
