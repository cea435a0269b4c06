import { afterAll, beforeAll, expect, test } from "vitest";
import { providersOf } from "../../adapters/providers/registry.ts";
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

/** A source that answers what a test tells it to, and counts how often it is asked. */
function source(name: string) {
  // A sheet counts from 15:00 UTC of its day.
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
  const standIn = providersOf(setup.context).simulators?.rates;
  const live = createRatesBook(setup.context, provider);
  return { state, book: createRatesBook(setup.context, provider, standIn), live };
}

test("live mode has no rates, and no samples, before a live source first answers", async () => {
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

test("the sandbox uses samples, marked as stale, before a live source first answers", async () => {
  const { book, state } = source("silent");
  state.fails = true;
  await expect(book.refresh()).rejects.toMatchObject({ code: "rates_unavailable" });
  expect(await book.current()).toMatchObject({
    stale: true,
    sheet: { source: "Tessera sample rates" },
  });
});

test("the last good rates stay when the source fails, across books, and are marked", async () => {
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

test("the source is asked once however many press refresh, and not again at once", async () => {
  const { book, state } = source("busy");
  await Promise.all(Array.from({ length: 20 }, () => book.refresh()));
  await book.refresh();
  expect(state.asked).toBe(1);
  setup.clock.advance(31);
  state.usd = "1.3";
  const { sheet } = await book.refresh();
  expect([state.asked, sheet.perEuro.USD]).toEqual([2, 130_000_000n]);
});

test("rates that nobody renewed for a week are stale though the source answers", async () => {
  const { book, state } = source("asleep");
  state.date = new Date(setup.clock.now().getTime() - 8 * 86_400_000).toISOString().slice(0, 10);
  expect(await book.refresh()).toMatchObject({ stale: true });
});
