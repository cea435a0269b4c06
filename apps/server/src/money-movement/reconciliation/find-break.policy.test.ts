import { describe, expect, test } from "vitest";
import {
  ageOf,
  findBreak,
  firstSeenBetween,
  type Group,
  type Line,
  periodStart,
} from "./find-break.policy.ts";

const NOW = new Date("2026-11-28T12:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PATIENCE = { missingAfterMs: HOUR_MS, lateAfterMs: 3 * DAY_MS };

function line(amountMinor: bigint, over: Partial<Line> = {}): Line {
  const at = new Date(NOW.getTime() - 2 * HOUR_MS);
  return { ref: "mov_1", asset: "EUR", amountMinor, at, ...over };
}

function kindOf(group: Partial<Group>) {
  return findBreak({ key: "k", ledger: [], outside: [], ...group }, NOW, PATIENCE)?.kind;
}

describe("reconciliation: two sides", () => {
  test("match if their sums and assets are equal, also one line against several", () => {
    expect(kindOf({ ledger: [line(100n)], outside: [line(100n)] })).toBeUndefined();
    expect(kindOf({ ledger: [line(60n), line(40n)], outside: [line(100n)] })).toBeUndefined();
    expect(kindOf({})).toBeUndefined();
  });

  test("break if one of them is missing, once its line is old enough", () => {
    const young = { at: new Date(NOW.getTime() - HOUR_MS / 2) };
    expect(kindOf({ outside: [line(100n)] })).toBe("missing_in_ledger");
    expect(kindOf({ ledger: [line(100n)] })).toBe("missing_outside");
    expect(kindOf({ outside: [line(100n, young)] })).toBeUndefined();
    expect(kindOf({ ledger: [line(100n, young)] })).toBeUndefined();
  });

  test("break if amounts or assets differ, in either direction", () => {
    expect(kindOf({ ledger: [line(100n)], outside: [line(99n)] })).toBe("amount_differs");
    expect(kindOf({ ledger: [line(-100n)], outside: [line(100n)] })).toBe("amount_differs");
    const dollars = line(100n, { asset: "USD" });
    expect(kindOf({ ledger: [line(100n)], outside: [dollars] })).toBe("amount_differs");
  });

  test("break as a duplicate if one has the same line twice, or a twin", () => {
    expect(kindOf({ ledger: [line(100n), line(100n)], outside: [line(100n)] })).toBe("duplicate");
    expect(kindOf({ ledger: [line(100n)], outside: [line(100n), line(100n)] })).toBe("duplicate");
    const twin = line(100n, { isTwin: true });
    expect(kindOf({ ledger: [line(100n)], outside: [twin] })).toBe("duplicate");
  });

  test("break as late if they match and are too far apart, whichever is first", () => {
    const old = { at: new Date(NOW.getTime() - 4 * DAY_MS) };
    expect(kindOf({ ledger: [line(100n)], outside: [line(100n, old)] })).toBe("late");
    expect(kindOf({ ledger: [line(100n, old)], outside: [line(100n)] })).toBe("late");
  });

  test("state both sums, the reason and the earliest time of a break", () => {
    const early = new Date("2026-11-27T00:00:00Z");
    const outside = [line(100n, { at: early, reason: "unmatched" })];
    expect(findBreak({ key: "k", ledger: [], outside }, NOW, PATIENCE)).toMatchObject({
      ...{ key: "k", asset: "EUR", ledgerMinor: undefined, outsideMinor: 100n },
      ...{ reason: "unmatched", occurredAt: early },
    });
  });
});

test("reconciliation: ages have no gap and no overlap", () => {
  const ages = ["day", "three_days", "week", "older"] as const;
  for (let hours = 0; hours <= 200; hours += 1) {
    const at = new Date(NOW.getTime() - hours * HOUR_MS);
    const matching = ages.filter((age) => {
      const { after, until } = firstSeenBetween(age, NOW);
      return (after === undefined || at > after) && (until === undefined || at <= until);
    });
    expect(matching).toEqual([ageOf(at, NOW)]);
  }
});

test("reconciliation: a period begins 14 days ago, or at the oldest open break", () => {
  const usual = new Date(NOW.getTime() - 14 * DAY_MS);
  const older = new Date(NOW.getTime() - 40 * DAY_MS);
  expect(periodStart(NOW, undefined)).toEqual(usual);
  expect(periodStart(NOW, NOW)).toEqual(usual);
  expect(periodStart(NOW, older)).toEqual(older);
});
