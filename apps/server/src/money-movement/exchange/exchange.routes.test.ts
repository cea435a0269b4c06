import { MAX_AMOUNT_MINOR, parseAmount, parseRate, RATE_SCALE } from "@tessera/money";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { setLimits } from "../../testing/test-settings.ts";
import { EXCHANGE_CHECKS } from "./exchange-checks.repository.ts";

const QUOTE = "POST /api/wallet/exchanges/quote";
const EXCHANGE = "POST /api/wallet/exchanges";

let app: CardsApp;
let owner: postgres.Sql;
beforeAll(async () => {
  app = await createCardsApp();
  owner = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  expect(await brokenPromises(app.context, EXCHANGE_CHECKS)).toEqual([]);
  await owner.end();
  await app.close();
});

const usdToEur = { from: "USD", to: "EUR" };

async function quoted(customer: TestCustomer, asked: object) {
  return expectStatus(await app.call(customer, QUOTE, { ...usdToEur, ...asked }), 201).body;
}

function redeem(customer: TestCustomer, { quoteId }: { quoteId: string }, key = newId()) {
  return app.call(customer, EXCHANGE, { quoteId }, { key });
}

async function balances(customer: TestCustomer): Promise<Record<string, bigint>> {
  const { body } = await app.call(customer, "GET /api/wallet");
  return Object.fromEntries(
    body.balances.map(({ currency, available }: { currency: "USD"; available: string }) => [
      currency,
      parseAmount(available, currency),
    ]),
  );
}

const minor = (text: string) => parseAmount(text, "USD") ?? 0n;

describe("a quote", () => {
  test("exchange: shows the rate, the spread, the source, and both amounts exactly", async () => {
    const customer = await app.newCustomer({ USD: 100_000n, EUR: 500n });
    const quote = await quoted(customer, { sell: "100.00" });
    const { body: rates } = await app.call(customer, "GET /api/wallet/rates");
    const pair = rates.pairs.find(
      (one: { base: string; quote: string }) => one.base === "USD" && one.quote === "EUR",
    );
    expect(quote).toMatchObject({ ...usdToEur, soldAmount: "100.00", spreadBasisPoints: 50 });
    expect(quote).toMatchObject({ midRate: pair.rate, rateSource: rates.source });
    expect(quote.ratedAt).toBe(rates.ratedAt);
    const [mid, rate] = [parseRate(quote.midRate) ?? 0n, parseRate(quote.rate) ?? 0n];
    const expected = (mid * 9_950n) / 10_000n;
    expect(rate).toBeGreaterThanOrEqual(expected - 1n);
    expect(rate).toBeLessThanOrEqual(expected + 1n);
    expect(minor(quote.boughtAmount)).toBe((10_000n * rate) / RATE_SCALE);
    expect(quote.fromBalanceAfter).toBe("900.00");
    expect(minor(quote.toBalanceAfter)).toBe(500n + minor(quote.boughtAmount));
    const livesMs = Date.parse(quote.expiresAt) - app.context.clock.now().getTime();
    expect(livesMs).toBeLessThanOrEqual(60_000);
  });

  test("exchange: of an amount to buy charges what selling that amount would pay", async () => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const bought = await quoted(customer, { buy: "50.00" });
    expect(bought).toMatchObject({ boughtAmount: "50.00", rate: expect.any(String) });
    const sold = await quoted(customer, { sell: bought.soldAmount });
    expect(sold.boughtAmount).toBe("50.00");
  });

  test.each([
    [{ sell: "0.99" }, 400, "exchange_out_of_bounds"],
    [{ buy: "0.99" }, 400, "exchange_out_of_bounds"],
    [{ sell: "1.00" }, 400, "exchange_out_of_bounds"],
    [{ from: "EUR", to: "CNY", buy: "999999999999.99" }, 409, "insufficient_funds"],
    [{ from: "CNY", to: "EUR", buy: "999999999999.99" }, 400, "exchange_out_of_bounds"],
    [{ sell: "1000.01" }, 409, "insufficient_funds"],
    [{ from: "USD", to: "USD", sell: "10.00" }, 400, "invalid_input"],
    [{ sell: "10.00", buy: "10.00" }, 400, "invalid_input"],
    [{}, 400, "invalid_input"],
    [{ sell: "1e2" }, 400, "invalid_input"],
    [{ sell: "0.001" }, 400, "invalid_input"],
    [{ sell: "-5.00" }, 400, "invalid_input"],
  ])("exchange: %j is refused", async (asked, status, code) => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const answer = await app.call(customer, QUOTE, { ...usdToEur, ...asked });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(MAX_AMOUNT_MINOR).toBe(minor("999999999999.99"));
  });
});

test.each([
  [{ sell: "10.001" }, "sell", "amount_too_precise"],
  [{ buy: "10.001" }, "buy", "amount_too_precise"],
  [{ sell: "0.00" }, "sell", "amount_not_positive"],
  [{ sell: "NaN" }, "sell", "malformed_amount"],
])(
  "exchange: %j names its field and what is wrong, and moves nothing",
  async (asked, field, code) => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const { status, body } = await app.call(customer, QUOTE, { ...usdToEur, ...asked });
    expect([status, body.code]).toEqual([400, "invalid_input"]);
    expect(body.fields).toMatchObject([{ path: field, code }]);
    expect((await balances(customer)).USD).toBe(100_000n);
  },
);

describe("an exchange", () => {
  test("exchange: moves exactly what was quoted, in two linked movements", async () => {
    const customer = await app.newCustomer({ USD: 100_000n, EUR: 500n });
    const quote = await quoted(customer, { sell: "123.45" });
    const { body: made } = expectStatus(await redeem(customer, quote), 201);
    const { quoteId, fromBalanceAfter, toBalanceAfter, expiresAt, ...terms } = quote;
    expect(made).toMatchObject(terms);
    expect([quoteId, expiresAt].every(Boolean)).toBe(true);
    const { USD, EUR } = await balances(customer);
    expect([USD, EUR]).toEqual([minor(fromBalanceAfter), minor(toBalanceAfter)]);
    const read = await app.call(customer, `GET /api/wallet/exchanges/${made.id}`);
    expect(read.body).toEqual(made);

    const { body: bills } = await app.call(customer, "GET /api/bills?kind=exchange");
    expect(bills.data).toHaveLength(2);
    const sides = [
      [made.soldMovementId, `-${made.soldAmount}`, "USD", made.boughtMovementId],
      [made.boughtMovementId, made.boughtAmount, "EUR", made.soldMovementId],
    ];
    for (const [id, amount, currency, other] of sides) {
      const { body } = await app.call(customer, `GET /api/transactions/${id}`);
      expect(body).toMatchObject({ kind: "exchange", status: "completed", amount, currency });
      expect(body.accountExchange).toEqual({
        exchangeId: made.id,
        ...{ soldAmount: made.soldAmount, soldCurrency: "USD" },
        ...{ boughtAmount: made.boughtAmount, boughtCurrency: "EUR" },
        ...{ rate: made.rate, midRate: made.midRate, spreadBasisPoints: 50 },
        otherMovementId: other,
      });
    }
  });

  test("exchange: a retry gets the first response; other uses of key or quote do not", async () => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const [one, two] = [
      await quoted(customer, { sell: "10.00" }),
      await quoted(customer, { sell: "20.00" }),
    ];
    const key = newId();
    const answers = await Promise.all([1, 2, 3].map(() => redeem(customer, one, key)));
    const firsts = answers.filter(({ status }) => status === 201);
    expect(firsts.length).toBeGreaterThan(0);
    expect(new Set(firsts.map(({ body }) => body.id)).size).toBe(1);
    expect((await redeem(customer, one, key)).body).toEqual(firsts[0]?.body);
    expect((await redeem(customer, two, key)).status).toBe(422);
    expect((await redeem(customer, one)).body.code).toBe("quote_used");
    expect((await balances(customer)).USD).toBe(99_000n);
  });

  test("exchange: of ten at once with one quote, one takes place", async () => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const quote = await quoted(customer, { sell: "10.00" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(customer, quote)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code);
    expect(new Set(codes)).toEqual(new Set(["quote_used"]));
    expect((await balances(customer)).USD).toBe(99_000n);
  });

  test("exchange: an expired quote, another's quote and missing money move nothing", async () => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const stranger = await app.newCustomer({ USD: 100_000n });
    const first = await quoted(customer, { sell: "900.00" });
    const second = await quoted(customer, { sell: "900.00" });
    expect((await redeem(stranger, first)).status).toBe(404);
    expectStatus(await redeem(customer, first), 201);
    const short = await redeem(customer, second);
    expect([short.status, short.body.code]).toEqual([409, "insufficient_funds"]);
    const { EUR } = await balances(customer);
    const late = await quoted(customer, { sell: "5.00" });
    app.clock.advance(61);
    const expired = await redeem(customer, late);
    expect([expired.status, expired.body.code]).toEqual([409, "quote_expired"]);
    expect(await balances(customer)).toMatchObject({ USD: 10_000n, EUR });
    const { body } = await app.call(stranger, "GET /api/bills?kind=exchange");
    expect(body.data).toEqual([]);
  });

  test("exchange: a blocked account on either side stops both legs", async () => {
    for (const blocked of ["USD", "EUR"] as const) {
      const customer = await app.newCustomer({ USD: 100_000n });
      const quote = await quoted(customer, { sell: "10.00" });
      await owner`
        update ledger.balance set status = 3 where account_id = (
          select id from ledger.account where customer_id = ${customer.customerId}
            and kind = 'account' and currency = ${blocked})`;
      const answer = await redeem(customer, quote);
      expect([answer.status, answer.body.code]).toEqual([409, "account_suspended"]);
      expect(await balances(customer)).toMatchObject({ USD: 100_000n, EUR: 0n });
    }
  });

  test("exchange: a security hold refuses quotes and quoted exchanges alike", async () => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const quote = await quoted(customer, { sell: "10.00" });
    await owner`
      insert into security_hold (id, customer_id, about_id, began_at)
      values (${newId()}, ${customer.customerId}, ${newId()}, now())`;
    const asked = await app.call(customer, QUOTE, { ...usdToEur, sell: "10.00" });
    for (const answer of [asked, await redeem(customer, quote)]) {
      expect([answer.status, answer.body.code]).toEqual([409, "withdrawals_on_hold"]);
    }
    expect(await balances(customer)).toMatchObject({ USD: 100_000n, EUR: 0n });
  });
});

test("exchange: the rate's history has one point for each day, oldest first", async () => {
  const customer = await app.newCustomer();
  await app.call(customer, "GET /api/wallet/rates");
  await owner`
    insert into rate_sheet (provider, rated_at, source, usd_per_euro, cny_per_euro,
      others_per_euro, fetched_at)
    select provider, at, source, usd_per_euro * 2, cny_per_euro, others_per_euro, fetched_at
    from rate_sheet cross join lateral (values
      (now() - interval '3 days'), (now() - interval '40 days')) days (at)
    where not exists (select from rate_sheet other where other.rated_at = days.at)
      limit 2`;
  const { body } = await app.call(customer, "GET /api/wallet/rates/history?from=EUR&to=USD");
  expect(body).toMatchObject({ from: "EUR", to: "USD" });
  const times = body.points.map(({ at }: { at: string }) => at);
  expect(times).toEqual(times.toSorted());
  expect(new Set(times.map((at: string) => at.slice(0, 10))).size).toBe(times.length);
  const monthAgoMs = app.context.clock.now().getTime() - 30 * 86_400_000;
  expect(times.every((at: string) => Date.parse(at) >= monthAgoMs)).toBe(true);
  expect(times.length).toBeGreaterThan(0);
  const same = await app.call(customer, "GET /api/wallet/rates/history?from=EUR&to=EUR");
  expect(same.status).toBe(400);
});

describe("the spread", () => {
  test("exchange: a new spread prices the next quote, and never one that was given", async () => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const before = await quoted(customer, { sell: "100.00" });
    await setLimits(app, { exchange: { spreadBasisPoints: 200 } });
    const after = await quoted(customer, { sell: "100.00" });
    expect(after.spreadBasisPoints).toBe(200);
    expect(minor(after.boughtAmount)).toBeLessThan(minor(before.boughtAmount));
    const { body } = expectStatus(await redeem(customer, before), 201);
    expect(body.boughtAmount).toBe(before.boughtAmount);
    await setLimits(app, { exchange: { spreadBasisPoints: 50 } });
  });
});
