import { afterAll, beforeAll, expect, test } from "vitest";
import { providers } from "../../adapters/providers/registry.ts";
import { makeRateSheet } from "../../adapters/rates/rate-sheet.ts";
import { RatesError, type RatesProvider } from "../../adapters/rates/rates-provider.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { createRatesBook } from "./rates-book.ts";

let setup: TestContext;

beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(() => setup.close());

/** Creates a source that counts its requests and returns the responses that the test sets. */
function source(name: string) {
  // A sheet for a day is dated 15:00 UTC on that day.
  const today = new Date(setup.clock.now().getTime() - 15 * 3_600_000).toISOString().slice(0, 10);
  const state = { asked: 0, usd: "1.2", date: today, fails: false };
  const provider: RatesProvider = {
    name,
    live: true,
    async fetchRates() {
      state.asked += 1;
      if (state.fails) {
        throw new RatesError("it does not answer", "unreachable");
      }
      return makeRateSheet(
        name,
        state.date,
        new Map([
          ["USD", state.usd],
          ["CNY", "8"],
        ]),
      );
    },
  };
  const standIn = setup.context.use(providers).simulators?.rates;
  const live = createRatesBook(setup.context, provider);
  return { state, book: createRatesBook(setup.context, provider, standIn), live };
}

test("rates: live mode has no real or sample rates until a live source responds", async () => {
  const { live, state } = source("mute");
  state.fails = true;
  await expect(live.refresh()).rejects.toMatchObject({ code: "rates_unavailable" });
  expect(await live.known()).toBeUndefined();
  await expect(live.current()).rejects.toMatchObject({ code: "rates_unavailable" });
  const rateOf = await live.converter();
  expect(rateOf("EUR", "EUR")).toBe(100_000_000n);
  expect(() => rateOf("USD", "EUR")).toThrow(Refusal);
  state.fails = false;
  setup.clock.advance(31);
  expect(await live.refresh()).toMatchObject({ stale: false, sheet: { source: "mute" } });
});

test("rates: the sandbox uses stale sample rates until a live source responds", async () => {
  const { book, state } = source("silent");
  state.fails = true;
  await expect(book.refresh()).rejects.toMatchObject({ code: "rates_unavailable" });
  expect(await book.current()).toMatchObject({
    stale: true,
    sheet: { source: "Tessera sample rates" },
  });
  // Otherwise the source would get no request until the next hour.
  expect(await book.hasAnswered()).toBe(false);
  state.fails = false;
  setup.clock.advance(31);
  await book.refresh();
  expect(await book.hasAnswered()).toBe(true);
});

test("rates: the last accepted rates apply, marked as stale, while the source fails", async () => {
  const { book, state } = source("flaky");
  expect(await book.refresh()).toMatchObject({ stale: false, sheet: { source: "flaky" } });
  state.fails = true;
  setup.clock.advance(60);
  await expect(book.refresh()).rejects.toMatchObject({ code: "rates_unavailable" });
  const other = source("flaky").book;
  expect(await other.current()).toMatchObject({ stale: true, sheet: { source: "flaky" } });
  setup.clock.advance(60);
  state.fails = false;
  expect(await book.refresh()).toMatchObject({ stale: false });
});

test("rates: 20 concurrent refreshes and one right after them cause only one fetch", async () => {
  const { book, state } = source("busy");
  await Promise.all(Array.from({ length: 20 }, () => book.refresh()));
  await book.refresh();
  expect(state.asked).toBe(1);
  setup.clock.advance(31);
  state.usd = "1.3";
  const { sheet } = await book.refresh();
  expect([state.asked, sheet.perEuro.USD]).toEqual([2, 130_000_000n]);
});

test("rates: a sheet not updated for a week is stale, even if the source responds", async () => {
  const { book, state } = source("asleep");
  state.date = new Date(setup.clock.now().getTime() - 8 * 86_400_000).toISOString().slice(0, 10);
  expect(await book.refresh()).toMatchObject({ stale: true });
});
