import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { provideProviders } from "../../adapters/providers/registry.ts";
import { makeRateSheet } from "../../adapters/rates/rate-sheet.ts";
import { RatesError } from "../../adapters/rates/rates-provider.ts";
import type { AppContext } from "../../platform/context.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { ratesBook } from "../rates/index.ts";
import { quoteExchange } from "./quote-exchange.ts";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

let app: CardsApp;
let customer: TestCustomer;
let count = 0;
beforeAll(async () => {
  app = await createCardsApp();
  customer = await app.newCustomer({ USD: 1_000_000n });
});
afterAll(() => app.close());

// A sheet for a day is dated 15:00 UTC on that day. Each test starts at 16:00 UTC.
beforeEach(() => {
  const passedSeconds = (app.clock.now().getTime() / 1_000) % DAY_SECONDS;
  app.clock.advance(DAY_SECONDS + 16 * HOUR_SECONDS - passedSeconds);
});

/** Creates a live bank in a separate context. The test sets its responses. */
function bank() {
  count += 1;
  const name = `bank-${count}`;
  const state = { usd: "1.25", failure: undefined as RatesError | undefined };
  const context: AppContext = { ...app.context };
  const today = () =>
    new Date(app.clock.now().getTime() - 15 * HOUR_SECONDS * 1_000).toISOString().slice(0, 10);
  provideProviders(context, {
    rates: {
      name,
      live: true,
      async fetchRates() {
        if (state.failure !== undefined) {
          throw state.failure;
        }
        const rates = new Map([
          ["USD", state.usd],
          ["CNY", "8"],
        ]);
        return makeRateSheet(name, today(), rates);
      },
    },
  });
  const refresh = async () => {
    app.clock.advance(31);
    await context.use(ratesBook).refresh();
  };
  const asked = {
    customerId: customer.customerId,
    from: "USD",
    to: "EUR",
    sell: "125.00",
  } as const;
  const quote = () => quoteExchange(context, asked);
  return { state, refresh, quote };
}

async function countQuotes(): Promise<number> {
  const [row] = await app.context.db.sql<{ count: number }[]>`
    select count(*)::int as count from exchange_quote`;
  return row?.count ?? 0;
}

describe("no exchange is quoted", () => {
  test("exchange rates: before the source has answered, though samples are shown", async () => {
    const { quote } = bank();
    await expect(quote()).rejects.toMatchObject({ code: "rates_not_current" });
  });

  test.each(["0", "NaN", "-1.25", "Infinity", "1e0", ""])(
    "exchange rates: after the source sent %j, until it sends a valid rate",
    async (rate) => {
      const { state, refresh, quote } = bank();
      await refresh();
      expect((await quote()).midRate).toBe("0.8000");
      const before = await countQuotes();
      state.usd = rate;
      await expect(refresh()).rejects.toMatchObject({ code: "rates_unavailable" });
      await expect(quote()).rejects.toMatchObject({ code: "rates_not_current" });
      expect(await countQuotes()).toBe(before);
      state.usd = "1.25";
      await refresh();
      await quote();
    },
  );

  test("exchange rates: while a rate that is 20 % off waits to be confirmed", async () => {
    const { state, refresh, quote } = bank();
    await refresh();
    state.usd = "1.5";
    app.clock.advance(DAY_SECONDS);
    await refresh();
    await expect(quote()).rejects.toMatchObject({ code: "rates_not_current" });
    app.clock.advance(DAY_SECONDS);
    await refresh();
    expect((await quote()).midRate).toBe("0.66666667");
  });

  test("exchange rates: once they are older than their bound", async () => {
    const { refresh, quote } = bank();
    await refresh();
    app.clock.advance(7 * DAY_SECONDS);
    await expect(quote()).rejects.toMatchObject({ code: "rates_not_current" });
  });
});

test("exchange rates: the spread grows with each day without a new rate", async () => {
  const { state, refresh, quote } = bank();
  await refresh();
  const friday = await quote();
  expect(friday).toMatchObject({ spreadBasisPoints: 50, boughtAmount: "99.50" });
  state.failure = new RatesError("closed on weekends", "unreachable");
  app.clock.advance(2 * DAY_SECONDS);
  const sunday = await quote();
  expect(sunday).toMatchObject({ spreadBasisPoints: 100, boughtAmount: "99.00" });
  expect(sunday.midRate).toBe(friday.midRate);
  app.clock.advance(12 * HOUR_SECONDS);
  expect(await quote()).toMatchObject({ spreadBasisPoints: 150, boughtAmount: "98.50" });
});
