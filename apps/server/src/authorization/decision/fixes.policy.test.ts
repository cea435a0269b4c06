import { expect, test } from "vitest";
import type { TraceEntry } from "./decision.policy.ts";
import { fixesOf, shortfallOf } from "./fixes.policy.ts";

const limit = { check: "strategy", passed: false, code: "limit_day" } as const;

test("fixes: the shortfall is the amount or count over the limit, and undefined within it", () => {
  const of = (attemptedMinor: bigint) =>
    shortfallOf({ ...limit, limitMinor: 10n, usedMinor: 8n, attemptedMinor });
  expect(of(5n)).toEqual({ amountMinor: 3n, count: 0 });
  expect(of(1n)).toBeUndefined();
  const count = { ...limit, code: "limit_count", limitCount: 3n, usedCount: 3n } as const;
  expect(shortfallOf(count)).toEqual({ amountMinor: 0n, count: 1 });
});

test("fixes: waiting is suggested only if the payment by itself is within the limit", () => {
  const at = new Date("2026-11-22T00:00:00Z");
  const day: TraceEntry = { ...limit, check: "limit_day", limitMinor: 10n, resetsAt: at };
  expect(fixesOf([{ ...day, usedMinor: 8n, attemptedMinor: 10n }])).toEqual([{ kind: "wait", at }]);
  expect(fixesOf([{ ...day, usedMinor: 8n, attemptedMinor: 11n }])).toEqual([]);
});

test("fixes: raising the owner's limit is suggested, unless the card's limit also declines", () => {
  const at = new Date("2026-11-22T00:00:00Z");
  const own: TraceEntry = {
    check: "own_limit_day",
    passed: false,
    code: "own_limit_day",
    limitMinor: 10n,
    usedMinor: 8n,
    attemptedMinor: 5n,
    resetsAt: at,
  };
  const card: TraceEntry = { check: "limit_day", passed: true, code: "limit_day" };
  expect(fixesOf([card, own])).toEqual([
    { kind: "raise_card_limit", limit: "daily", amountMinor: 3n, at },
  ]);
  expect(fixesOf([card, { ...own, attemptedMinor: 11n }])).toEqual([
    { kind: "raise_card_limit", limit: "daily", amountMinor: 9n },
  ]);
  expect(fixesOf([{ ...card, passed: false }, own])).toEqual([]);
});
