import { RATE_SCALE } from "@tessera/money";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { provideProviders, providers } from "../../adapters/providers/registry.ts";
import { makeRateSheet } from "../../adapters/rates/rate-sheet.ts";
import { RatesError } from "../../adapters/rates/rates-provider.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { priceUsdt } from "./price-usdt.ts";
import { selectSource, upsertSource } from "./rate-source.repository.ts";
import { upsertSheet, upsertUsdtRate } from "./rates.repository.ts";
import { ratesBook } from "./rates-book.ts";
import { isAssetDepegged, usdtRateSource } from "./usdt-rate.ts";

let setup: TestContext;
let count = 0;

beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(() => setup.close());

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
// A sheet for a day is dated 15:00 UTC on that day. Each test starts at 16:00 UTC, so that no newer
// sheet is published during the test.
beforeEach(() => {
  const passedSeconds = (setup.clock.now().getTime() / 1_000) % DAY_SECONDS;
  setup.clock.advance(DAY_SECONDS + 16 * HOUR_SECONDS - passedSeconds);
});

/** The program's spread of exchanges, once, for rates of the last publication. */
function lessSpread(midScaled: bigint): bigint {
  return (midScaled * 9_950n) / 10_000n;
}

/** Creates live sources in a separate context. The test sets their responses. */
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
  // Returns the day of the most recently published sheet, regardless of the time of day.
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
    await context.use(usdtRateSource)?.refresh();
    await context.use(ratesBook).refresh();
  };
  const price = (side: "deposit" | "withdrawal" = "deposit") =>
    priceUsdt(context, context.db.kysely, { currency: "CNY", side });
  const dollars = () => priceUsdt(context, context.db.kysely, { currency: "USD", side: "deposit" });
  /** Fetches a price of USDT that is dated the given number of seconds from now. */
  const trade = async (usdt: number, secondsAhead = 0) => {
    setup.clock.advance(31);
    state.usdt = usdt;
    state.usdtAt = new Date(setup.clock.now().getTime() + secondsAhead * 1_000);
    await context.use(usdtRateSource)?.refresh();
  };
  return { context, state, refresh, price, dollars, trade };
}

describe("a quote is rejected", () => {
  test("while the exchange rates are older than the maximum age", async () => {
    const { state, refresh, price } = sources();
    state.date = new Date(setup.clock.now().getTime() - 8 * DAY_SECONDS * 1_000)
      .toISOString()
      .slice(0, 10);
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
  });

  for (const rate of ["0", "0.00000000", "NaN", "Infinity", "-8", "1e1", ""]) {
    test(`after the source sent ${JSON.stringify(rate)}, until it sends a valid rate`, async () => {
      const { state, refresh, price } = sources();
      await refresh();
      expect((await price()).rateScaled).toBe(lessSpread(640_000_000n));
      state.cny = rate;
      await expect(refresh()).rejects.toMatchObject({ code: "rates_unavailable" });
      await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
      state.cny = "8.1";
      await refresh();
      expect((await price()).rateScaled).toBe(lessSpread(648_000_000n));
    });
  }

  test("after a rate jumps, until a later sheet confirms it", async () => {
    const { state, refresh, price, context } = sources();
    await refresh();
    state.cny = "80";
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
    const shown = await context.use(ratesBook).current();
    expect([shown.stale, shown.sheet.perEuro.CNY]).toEqual([true, 800_000_000n]);
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
    setup.clock.advance(DAY_SECONDS);
    await refresh();
    expect((await price()).rateScaled).toBe(lessSpread(6_400_000_000n));
  });

  test("after another server records a rate jump, even if the source then fails here", async () => {
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
      const waiting = sql`
        select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
      await expect
        .poll(async () => (await waiting.execute(tx)).rows.length, { timeout: 60_000 })
        .toBeGreaterThan(0);
    });
    expect(await failing).toMatchObject({ code: "rates_unavailable" });
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
    expect((await selectSource(context.db.kysely, provider))?.held_back?.values).toEqual([1n]);
  });

  test("while the source dates its rates in the future", async () => {
    const { state, refresh, price } = sources();
    await refresh();
    state.date = new Date(setup.clock.now().getTime() + 3 * DAY_SECONDS * 1_000)
      .toISOString()
      .slice(0, 10);
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
  });

  test("while the source dates its rates one day ahead", async () => {
    const { state, refresh, price } = sources();
    await refresh();
    state.date = new Date(setup.clock.now().getTime() + DAY_SECONDS * 1_000)
      .toISOString()
      .slice(0, 10);
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
  });

  test("while the price of USDT is dated an hour ahead, and while USDT is depegged", async () => {
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
    expect(await isAssetDepegged(context, context.db.kysely, "USDT")).toBe(true);
  });

  test("after a price jumps, even if a cache then returns the previous price", async () => {
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

  test("after a price of USDT dated hours ahead, until the next valid price", async () => {
    const { context, dollars, trade } = sources();
    await trade(1);
    await trade(1, 23 * 3_600);
    await expect(dollars()).rejects.toMatchObject({ code: "rates_not_current" });
    await trade(0.95);
    await expect(dollars()).rejects.toMatchObject({ code: "asset_depegged" });
    expect(await isAssetDepegged(context, context.db.kysely, "USDT")).toBe(true);
    await trade(0.999);
    expect((await dollars()).rateScaled).toBe(99_900_000n);
  });

  test("after a USDT price older than the stored one, until a later price arrives", async () => {
    const { context, dollars, trade } = sources();
    await trade(1, 55);
    expect((await dollars()).rateScaled).toBe(RATE_SCALE);
    await trade(0.95);
    await expect(dollars()).rejects.toMatchObject({ code: "rates_not_current" });
    expect(await isAssetDepegged(context, context.db.kysely, "USDT")).toBe(true);
    setup.clock.advance(55);
    await trade(0.95);
    await expect(dollars()).rejects.toMatchObject({ code: "asset_depegged" });
  });

  test("until current rates replace future-dated ones stored by an earlier version", async () => {
    const { context, refresh, price, state } = sources();
    const at = setup.clock.now();
    const tomorrow = new Date(at.getTime() + 23 * 3_600_000);
    const { kysely } = context.db;
    const usdt = { source: "ticker", ratedAt: tomorrow, dollarsScaled: RATE_SCALE };
    await upsertUsdtRate(kysely, { provider: `ticker-${count}`, rates: usdt, at });
    const perEuro = { EUR: RATE_SCALE, USD: RATE_SCALE, CNY: RATE_SCALE };
    const rates = { source: "bank", ratedAt: tomorrow, perEuro };
    await upsertSheet(kysely, { provider: `bank-${count}`, rates, at });
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
    state.usdt = 0.999;
    await refresh();
    expect((await price()).rateScaled).toBe(lessSpread(639_360_000n));
  });

  test("after a sheet older than the stored one, until a later sheet arrives", async () => {
    const { state, refresh, price } = sources();
    await refresh();
    state.date = new Date(setup.clock.now().getTime() - 3 * DAY_SECONDS * 1_000)
      .toISOString()
      .slice(0, 10);
    await refresh();
    await expect(price()).rejects.toMatchObject({ code: "rates_not_current" });
    state.date = "";
    await refresh();
    expect((await price()).rateScaled).toBe(lessSpread(640_000_000n));
  });

  test("after a jump and an older price, until a later price confirms either of them", async () => {
    const { context, dollars, trade } = sources();
    await trade(1);
    await trade(0.8);
    await trade(1, -40);
    await expect(dollars()).rejects.toMatchObject({ code: "rates_not_current" });
    expect(await isAssetDepegged(context, context.db.kysely, "USDT")).toBe(true);
    await trade(0.8);
    await expect(dollars()).rejects.toMatchObject({ code: "asset_depegged" });
  });

  test("while USDT trades too far from one dollar, even for dollar accounts", async () => {
    const { context, state, refresh } = sources();
    state.usdt = 0.985;
    await refresh();
    const dollars = { currency: "USD", side: "deposit" } as const;
    await expect(priceUsdt(context, context.db.kysely, dollars)).rejects.toMatchObject({
      code: "asset_depegged",
    });
    expect(await isAssetDepegged(context, context.db.kysely, "USDT")).toBe(true);
    state.usdt = 0.995;
    await refresh();
    expect((await priceUsdt(context, context.db.kysely, dollars)).rateScaled).toBe(99_500_000n);
    expect(await isAssetDepegged(context, context.db.kysely, "USDT")).toBe(false);
  });

  test("while the price of USDT is older than the maximum age", async () => {
    const { context, refresh } = sources();
    await refresh();
    setup.clock.advance(901);
    const dollars = { currency: "USD", side: "withdrawal" } as const;
    await expect(priceUsdt(context, context.db.kysely, dollars)).rejects.toMatchObject({
      code: "rates_not_current",
    });
  });
});

test("rates: a response superseded by a later one from another server is not a fault", async () => {
  const { context, dollars, trade } = sources();
  await trade(1);
  setup.clock.advance(31);
  const slow = { source: "ticker", ratedAt: setup.clock.now(), dollarsScaled: 100_100_000n };
  const requested = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const otherServer = { ...context };
  const provider = {
    name: `ticker-${count}`,
    live: true,
    fetchRates: async () => {
      requested.resolve();
      await answered.promise;
      return slow;
    },
  };
  provideProviders(otherServer, { ...context.use(providers), usdtRate: provider });
  const overtaken = otherServer.use(usdtRateSource)?.refresh();
  await requested.promise;
  await trade(0.999);
  answered.resolve();
  await overtaken;
  expect((await dollars()).rateScaled).toBe(99_900_000n);
});

test("rates: a source that does not respond leaves its last rates in force", async () => {
  const { state, refresh, price } = sources();
  await refresh();
  state.failure = new RatesError("it does not answer", "unreachable");
  await expect(refresh()).rejects.toMatchObject({ code: "rates_unavailable" });
  expect((await price()).rateScaled).toBe(lessSpread(640_000_000n));
});

test("rates: a price has its sources, a time not in the future, the larger spread", async () => {
  const { refresh, price, state } = sources({ spreadBasisPoints: 75 });
  state.usdt = 0.999;
  await refresh();
  const mid = (640_000_000n * 99_900_000n) / RATE_SCALE;
  const into = await price("deposit");
  expect(into).toMatchObject({ rateScaled: (mid * 9_925n) / 10_000n, spreadBasisPoints: 75 });
  expect(into.source).toMatch(/^bank-\d+, ticker$/);
  expect(into.ratedAt.getTime()).toBeLessThanOrEqual(setup.clock.now().getTime());
  expect((await price("withdrawal")).rateScaled).toBe((mid * 10_075n + 9_999n) / 10_000n);
});

test("rates: a price has the spread of exchanges for each day since its publication", async () => {
  const { refresh, price, state } = sources();
  state.date = new Date(setup.clock.now().getTime() - 4 * DAY_SECONDS * 1_000)
    .toISOString()
    .slice(0, 10);
  await refresh();
  const { rateScaled, spreadBasisPoints } = await price();
  expect([150, 200, 250]).toContain(spreadBasisPoints);
  expect(rateScaled).toBe((640_000_000n * BigInt(10_000 - spreadBasisPoints)) / 10_000n);
});
