import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { fund, network, openCard } from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function fundedCard() {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, 100_000n);
  return { customer, card };
}

const SHOP = { name: "Grand Exchange", mcc: "5734", country: "US" };

describe("a new program", () => {
  test.each([
    ["a country under sanctions", { country: "KP" }, "programme_country_blocked"],
    ["a cash machine", { mcc: "6011" }, "programme_category_blocked"],
    ["quasi-cash", { mcc: "6051" }, "programme_category_blocked"],
  ])("declines a payment at %s and shows the rule to the cardholder", async (_what, at, code) => {
    const { customer, card } = await fundedCard();
    const answer = await network(app, "authorize", card, {
      amount: "1.00",
      merchant: { ...SHOP, ...at },
    });
    expect(answer.code).toBe(code);
    const movementId = answer.authorizationId.replace("auth_", "mov_");
    const named: string[] = [];
    for (const locale of ["en", "zh-CN", "zh-TW"]) {
      const why = await app.call(customer, `GET /api/risk/declines/${movementId}`, undefined, {
        headers: { "accept-language": locale },
      });
      expect(why.body).toMatchObject({ code, fixes: [] });
      const [rule] = why.body.trace.filter(
        ({ check }: { check: string }) => check === "programme_rule",
      );
      named.push(`${rule.programmeRule}: ${why.body.message}`);
    }
    expect(new Set(named).size).toBe(3);
  });

  test("approves a payment at a casino, since the gambling rule is off by default", async () => {
    const { card } = await fundedCard();
    const merchant = { ...SHOP, mcc: "7995" };
    expect((await network(app, "authorize", card, { amount: "1.00", merchant })).code).toBe(
      "approved",
    );
  });
});
