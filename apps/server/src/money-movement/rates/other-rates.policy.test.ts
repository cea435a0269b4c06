import { parseRate } from "@tessera/money";
import { expect, test } from "vitest";
import { perEuroOf, withoutJumps } from "./other-rates.policy.ts";

const BOUNDS = { maxJumpBasisPoints: 1_000 };

function rate(text: string): bigint {
  return parseRate(text) ?? 0n;
}

/** Returns a sheet of a day in November, with rates of pounds and yen. */
function sheet(day: number, others: Readonly<Record<string, string>> | undefined) {
  return {
    ratedAt: new Date(Date.UTC(2026, 10, day, 15)),
    perEuro: { EUR: rate("1"), USD: rate("1.16"), CNY: rate("8.2") },
    ...(others !== undefined && {
      others: Object.fromEntries(
        Object.entries(others).map(([code, text]) => [code, rate(text)] as const),
      ),
    }),
  };
}

test("other rates: one that jumps is left out until a later sheet confirms it", () => {
  const before = sheet(20, { GBP: "0.88", JPY: "181" });
  const jumped = withoutJumps(sheet(21, { GBP: "1.76", JPY: "182" }), before, BOUNDS);
  expect(jumped.others).toEqual({ JPY: rate("182") });
  // The same sheet, fetched again an hour later, confirms nothing.
  const again = withoutJumps(sheet(21, { GBP: "1.76", JPY: "182" }), jumped, BOUNDS);
  expect(again.others).toEqual({ JPY: rate("182") });
  const confirmed = withoutJumps(sheet(22, { GBP: "1.77", JPY: "182" }), again, BOUNDS);
  expect(confirmed.others).toEqual({ GBP: rate("1.77"), JPY: rate("182") });
});

test("other rates: a third rate on the next day is held back, and confirmed a day later", () => {
  const before = sheet(20, { GBP: "0.88" });
  const jumped = withoutJumps(sheet(21, { GBP: "1.76" }), before, BOUNDS);
  const wrongAgain = withoutJumps(sheet(22, { GBP: "8.80" }), jumped, BOUNDS);
  expect(wrongAgain.others).toEqual({});
  const confirmed = withoutJumps(sheet(23, { GBP: "8.90" }), wrongAgain, BOUNDS);
  expect(confirmed.others).toEqual({ GBP: rate("8.90") });
});

test("other rates: one that returns to its former level is trusted at once", () => {
  const before = sheet(20, { GBP: "0.88" });
  const jumped = withoutJumps(sheet(21, { GBP: "1.76" }), before, BOUNDS);
  const corrected = withoutJumps(sheet(21, { GBP: "0.89" }), jumped, BOUNDS);
  expect(corrected.others).toEqual({ GBP: rate("0.89") });
  expect(corrected).toMatchObject({ heldBack: {} });
});

test("other rates: one that jumped is not trusted because a day lacks the currency", () => {
  const before = sheet(20, { GBP: "0.88" });
  const jumped = withoutJumps(sheet(21, { GBP: "1.76" }), before, BOUNDS);
  const without = withoutJumps(sheet(22, {}), jumped, BOUNDS);
  const third = withoutJumps(sheet(23, { GBP: "8.80" }), without, BOUNDS);
  expect(third.others).toEqual({});
});

test("other rates: the first sheet, and one after a sheet without them, is trusted", () => {
  const first = sheet(20, { GBP: "0.88" });
  expect(withoutJumps(first, undefined, BOUNDS)).toEqual(first);
  expect(withoutJumps(first, sheet(19, undefined), BOUNDS)).toEqual(first);
});

test("other rates: a currency has a rate only if the sheet gives one", () => {
  const given = sheet(20, { GBP: "0.88" });
  expect(perEuroOf(given, "EUR")).toBe(rate("1"));
  expect(perEuroOf(given, "USD")).toBe(rate("1.16"));
  expect(perEuroOf(given, "GBP")).toBe(rate("0.88"));
  expect(perEuroOf(given, "JPY")).toBeUndefined();
  expect(perEuroOf(given, "constructor")).toBeUndefined();
  expect(perEuroOf(sheet(20, undefined), "GBP")).toBeUndefined();
});
