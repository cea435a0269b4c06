import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, openCard, type TestCard } from "../../testing/test-cards.ts";
import { balancesByDay } from "./balances-by-day.policy.ts";
import { daysUpTo } from "./figure-days.policy.ts";

const DAY_SECONDS = 86_400;
let app: CardsApp;
let customer: TestCustomer;
let card: TestCard;

async function buy(amount: string, mcc: string, name: string): Promise<string> {
  const { pan, expiryMonth, expiryYear, cvv } = card;
  const answer = await app.call(undefined, "POST /sandbox/network/authorize", {
    pan,
    expiryMonth,
    expiryYear,
    cvv,
    amount,
    currency: "USD",
    merchant: { name, mcc, country: "US" },
  });
  const { authorizationId, approved } = expectStatus(answer, 200).body;
  expect(approved).toBe(true);
  return authorizationId;
}

async function settle(authorizationId: string): Promise<void> {
  expectStatus(await app.call(undefined, "POST /sandbox/network/clear", { authorizationId }), 200);
}

async function read(path: string, reader: TestCustomer = customer) {
  return expectStatus(await app.call(reader, `GET /api/figures/${path}`), 200).body;
}

/**
 * Creates a load on the first day, two payments that settle on the second day, and one that is
 * still pending on the third.
 */
beforeAll(async () => {
  app = await createCardsApp();
  // Advances to the start of a day, so that no day ends during a test.
  app.clock.advance(86_401 - ((app.clock.now().getTime() / 1_000) % 86_400));
  customer = await app.newCustomer({ USD: 100_000n });
  card = await openCard(app, customer);
  await fund(app, customer, card, 20_000n);
  app.clock.advance(DAY_SECONDS);
  await settle(await buy("30.00", "7311", "Meta Ads"));
  await settle(await buy("12.50", "5734", "Adobe"));
  app.clock.advance(DAY_SECONDS);
  await buy("5.00", "5734", "Figma");
});
afterAll(() => app.close());

describe("spending analytics", () => {
  test("sum settled spending by category and by day", async () => {
    const spending = await read("spending?days=7");
    expect(spending).toMatchObject({ currency: "USD", converted: false, total: "42.50" });
    expect(spending.categories).toEqual([
      { category: "advertising", amount: "30.00" },
      { category: "software", amount: "12.50" },
    ]);
    expect(spending.days).toHaveLength(7);
    expect(spending.days.map(({ amount }: { amount: string }) => amount).slice(-3)).toEqual([
      "0.00",
      "42.50",
      "0.00",
    ]);
  });

  test("use the requested currency and the wallet's exchange rate", async () => {
    const [spending, wallet] = await Promise.all([
      read("spending?currency=CNY"),
      app.call(customer, "GET /api/wallet?currency=CNY"),
    ]);
    const [whole = "", fraction = ""] = String(wallet.body.rate).split(".");
    const rate = BigInt(whole + fraction.padEnd(8, "0"));
    const minor = (4_250n * rate + 50_000_000n) / 100_000_000n;
    expect(spending).toMatchObject({ currency: "CNY", converted: true });
    expect(spending.total.replace(".", "")).toBe(String(minor));
  });

  test("cover only the requested card, and are empty for another customer's card", async () => {
    const other = await app.newCustomer();
    expect((await read(`spending?cardId=${card.id}`)).total).toBe("42.50");
    expect((await read(`spending?cardId=${card.id}`, other)).total).toBe("0.00");
    expect((await read("spending?cardId=nothing")).total).toBe("0.00");
    expect(await read("spending", other)).toMatchObject({ total: "0.00", categories: [] });
  });

  test("reject an unsupported period", async () => {
    const answer = await app.call(customer, "GET /api/figures/spending?days=10000");
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toMatchObject([{ path: "days", code: "not_allowed" }]);
  });
});

describe("holdings over time", () => {
  test("equal the balances at each day's end and, for today, the wallet's balances", async () => {
    const holdings = await read("holdings?days=7");
    const wallet = (await app.call(customer, "GET /api/wallet?currency=USD")).body;
    expect(holdings.days).toHaveLength(7);
    const [before, first, second, today] = holdings.days.slice(-4);
    expect(before).toMatchObject({ total: "0.00", cards: "0.00", account: "0.00" });
    // The opening fee is 1.50, and the load is 200.00 plus a 3.5% fee.
    expect(first).toMatchObject({ total: "991.50", cards: "200.00", account: "791.50" });
    expect(second).toMatchObject({ total: "949.00", cards: "157.50", account: "791.50" });
    const { total, cards, account } = wallet;
    expect(today).toMatchObject({ total, cards, account });
  });

  test("are zero for a customer without money", async () => {
    const other = await app.newCustomer({});
    const { days, converted } = await read("holdings", other);
    expect(days).toHaveLength(30);
    expect(new Set(days.map(({ total }: { total: string }) => total))).toEqual(new Set(["0.00"]));
    expect(converted).toBe(false);
  });
});

test("calendar days: are consecutive, regardless of daylight saving time", () => {
  expect(daysUpTo("2026-03-02", 4)).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
    "2026-03-02",
  ]);
});

test("balances by day: computing backward gives the same as applying changes forward", () => {
  const days = daysUpTo("2026-11-21", 6);
  const steps = fc.array(fc.option(fc.bigInt(-50n, 50n)), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(fc.bigInt(0n, 100n), steps, (start, changes) => {
      let balance = start;
      const expected: bigint[] = [];
      const changed = changes.flatMap((change, place) => {
        balance += change ?? 0n;
        expected.push(balance);
        const day = days[place] ?? "";
        return change === null ? [] : [{ day, account: 7n, changed: change }];
      });
      const told = balancesByDay(days, [{ accountId: 7n, postedMinor: balance }], changed);
      expect(told.map(({ holdings }) => holdings[0]?.postedMinor)).toEqual(expected);
    }),
  );
});
