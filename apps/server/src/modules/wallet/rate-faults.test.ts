import { RATE_SCALE } from "@tessera/money";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { makeRateSheet } from "../../providers/rates/rate-sheet.ts";
import { RatesError } from "../../providers/rates/rates-provider.ts";
import { provideProviders } from "../../providers/registry.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { priceUsdt } from "./price-usdt.ts";
import { selectSource, upsertSource } from "./rate-source.repository.ts";
import { ratesOf } from "./rates-book.ts";
import { isUsdtDepegged, usdtRateOf } from "./usdt-rate.ts";

let setup: TestContext;
let count = 0;

beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(() => setup.close());

const DAY_SECONDS = 86_400;

/** Live sources that answer what a test sets, in their own context. */
function sources(settings: { readonly spreadBasisPoints?: number } = {}) {
  count += 1;
  const name = `bank-${count}`;
  const state = {
    cny: "8",
    date: "",
    failure: undefined as RatesError | undefined,
    usdt: 1,
    usdtAt: undefined as Date | undefined,
  };
  const { config } = setup.context;
  const context: AppContext = {
    ...setup.context,
    config: { ...config, rates: { ...config.rates, ...settings } },
  };
  // The day whose sheet was published last, whatever the time of day.
  const day = () =>
    new Date(setup.clock.now().getTime() - 15 * 3_600_000).toISOString().slice(0, 10);
  provideProviders(context, {
    rates: {
      name,
      live: true,
      async fetchRates() {
        if (state.failure !== undefined) {
          throw state.failure;
        }
        const rates = new Map([
          ["USD", "1.25"],
          ["CNY", state.cny],
        ]);
        return makeRateSheet(name, state.date === "" ? day() : state.date, rates);
      },
    },
    usdtRate: {
      name: `ticker-${count}`,
      live: true,
      fetchRates: async () => ({
        source: "ticker",
        ratedAt: state.usdtAt ?? setup.clock.now(),
        dollarsScaled: BigInt(Math.round(state.usdt * 100_000_000)),
      }),
    },
  });
  const refresh = async () => {
    setup.clock.advance(31);
    await usdtRateOf(context)?.refresh();
    await ratesOf(context).refresh();
  };
  const price = (side: "deposit" | "withdrawal" = "deposit") =>
    priceUsdt(context, context.db.kysely, { currency: "CNY", side });
  return { context, state, refresh, price };
}

describe("A quote is refused", () => {
  test("while the exchange rates are older than their bound", async () => {
    const { state, refresh, price } = sources();
    state.date = new Date(setup.clock.now().getTime() - 8 * DAY_SECONDS * 1_000)
      .toISOString()
      .slice(0, 10);
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
  });

  for (const rate of ["0", "0.00000000", "NaN", "Infinity", "-8", "1e1", ""]) {
    test(`after the source gave the rate ${JSON.stringify(rate)}, until a valid one`, async () => {
      const { state, refresh, price } = sources();
      await refresh();
      expect((await price()).rateScaled).toBe(640_000_000n);
      state.cny = rate;
      await expect(refresh()).rejects.toMatchObject({ code: "rates_unavailable" });
      await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
      state.cny = "8.1";
      await refresh();
      expect((await price()).rateScaled).toBe(648_000_000n);
    });
  }

  test("after a rate jumped, until a later sheet confirms it", async () => {
    const { state, refresh, price, context } = sources();
    await refresh();
    state.cny = "80";
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
    const shown = await ratesOf(context).current();
    expect([shown.stale, shown.sheet.perEuro.CNY]).toEqual([true, 800_000_000n]);
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
    setup.clock.advance(DAY_SECONDS);
    await refresh();
    expect((await price()).rateScaled).toBe(6_400_000_000n);
  });

  test("after a rate jumped at another server, though the source then fails here", async () => {
    const { state, refresh, price, context } = sources();
    await refresh();
    state.failure = new RatesError("it does not answer", "unreachable");
    const provider = `bank-${count}`;
    let failing: Promise<unknown> = Promise.resolve();
    await inTransaction(context.db, async (tx) => {
      const heldBack = { ratedAt: setup.clock.now(), values: [1n] };
      const at = setup.clock.now();
      await upsertSource(tx, { provider, at, failed: false, fault: "jump", heldBack });
      failing = refresh().catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    expect(await failing).toMatchObject({ code: "rates_unavailable" });
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
    expect((await selectSource(context.db.kysely, provider))?.held_back?.values).toEqual([1n]);
  });

  test("while the source dates its rates to the future", async () => {
    const { state, refresh, price } = sources();
    await refresh();
    state.date = new Date(setup.clock.now().getTime() + 3 * DAY_SECONDS * 1_000)
      .toISOString()
      .slice(0, 10);
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
  });

  test("while the source dates its rates to tomorrow", async () => {
    const { state, refresh, price } = sources();
    await refresh();
    state.date = new Date(setup.clock.now().getTime() + DAY_SECONDS * 1_000)
      .toISOString()
      .slice(0, 10);
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
  });

  test("while the price of USDT is dated an hour ahead, and again once it lost its peg", async () => {
    const { context, state, refresh } = sources();
    const dollars = { currency: "USD", side: "deposit" } as const;
    const quote = () => priceUsdt(context, context.db.kysely, dollars);
    await refresh();
    state.usdtAt = new Date(setup.clock.now().getTime() + 3_600_000);
    await refresh();
    await expect(quote()).rejects.toMatchObject({ code: "rates_not_current" });
    state.usdtAt = undefined;
    state.usdt = 0.95;
    await refresh();
    await expect(quote()).rejects.toMatchObject({ code: "asset_depegged" });
    expect(await isUsdtDepegged(context, context.db.kysely)).toBe(true);
  });

  test("after a price jumped, though a cache then gives the one before it", async () => {
    const { context, state, refresh } = sources();
    const dollars = { currency: "USD", side: "deposit" } as const;
    await refresh();
    const before = setup.clock.now();
    state.usdt = 0.5;
    await refresh();
    state.usdt = 1;
    state.usdtAt = before;
    await refresh();
    await expect(priceUsdt(context, context.db.kysely, dollars)).rejects.toMatchObject({
      code: "rates_not_current",
    });
  });

  test("while USDT trades too far from one dollar, for dollars too", async () => {
    const { context, state, refresh } = sources();
    state.usdt = 0.985;
    await refresh();
    const dollars = { currency: "USD", side: "deposit" } as const;
    await expect(priceUsdt(context, context.db.kysely, dollars)).rejects.toMatchObject({
      code: "asset_depegged",
    });
    expect(await isUsdtDepegged(context, context.db.kysely)).toBe(true);
    state.usdt = 0.995;
    await refresh();
    expect((await priceUsdt(context, context.db.kysely, dollars)).rateScaled).toBe(99_500_000n);
    expect(await isUsdtDepegged(context, context.db.kysely)).toBe(false);
  });

  test("while the price of USDT is older than its bound", async () => {
    const { context, refresh } = sources();
    await refresh();
    setup.clock.advance(901);
    const dollars = { currency: "USD", side: "withdrawal" } as const;
    await expect(priceUsdt(context, context.db.kysely, dollars)).rejects.toMatchObject({
      code: "rates_not_current",
    });
  });
});

test("A source that does not answer leaves its last rates in force", async () => {
  const { state, refresh, price } = sources();
  await refresh();
  state.failure = new RatesError("it does not answer", "unreachable");
  await expect(refresh()).rejects.toMatchObject({ code: "rates_unavailable" });
  expect((await price()).rateScaled).toBe(640_000_000n);
});

test("A price names its sources, the older time and the spread in it", async () => {
  const { refresh, price, state } = sources({ spreadBasisPoints: 50 });
  state.usdt = 0.999;
  await refresh();
  const mid = (640_000_000n * 99_900_000n) / RATE_SCALE;
  const into = await price("deposit");
  expect(into).toMatchObject({ rateScaled: (mid * 9_950n) / 10_000n, spreadBasisPoints: 50 });
  expect(into.source).toMatch(/^bank-\d+, ticker$/);
  expect(into.ratedAt.getTime()).toBeLessThanOrEqual(setup.clock.now().getTime());
  expect((await price("withdrawal")).rateScaled).toBe((mid * 10_050n + 9_999n) / 10_000n);
});
