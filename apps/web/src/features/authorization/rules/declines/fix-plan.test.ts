import type { Fix, Grant, WireTraceEntry } from "@tessera/contract/authorization/risk.schemas";
import { expect, test } from "vitest";
import { type CardNow, grantOf, isCleared, offeredFixes } from "./fix-plan.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const stopping = (strategyId: string): WireTraceEntry => ({
  check: "strategy",
  passed: false,
  code: "limit_week",
  strategyId,
});

const UNLIMITED = { limit: null, spent: "0.00" };
const FREE: CardNow = {
  available: "1.00",
  frozen: false,
  held: false,
  owes: false,
  paysForeign: false,
  ownLimits: { perTransaction: UNLIMITED, daily: UNLIMITED, monthly: UNLIMITED },
};

function offered(fixes: Fix[], trace: WireTraceEntry[] = [], available = "1.00", frozen = true) {
  const stopped = { amount: "12.00", currency: "USD", trace, fixes } as const;
  return offeredFixes(stopped, { ...FREE, available, frozen, held: frozen, owes: frozen }, NOW);
}

test("The top-up fix shows the card's current shortfall, or that nothing is missing", () => {
  const fix: Fix = { kind: "top_up", amount: "11.00" };
  expect(offered([fix])).toEqual([{ kind: "top_up", amount: "11.00", done: false }]);
  expect(offered([fix], [], "4.50")).toEqual([{ kind: "top_up", amount: "7.50", done: false }]);
  expect(offered([fix], [], "12.00")).toMatchObject([{ done: true }]);
});

test("The top-up fix covers the buffer of a payment in another currency, too", () => {
  const fix: Fix = { kind: "top_up", amount: "11.36" };
  const trace = [
    { check: "balance", passed: false, code: "insufficient_card_balance", attempted: "12.36" },
  ];
  expect(offered([fix], trace, "12.00")).toEqual([{ kind: "top_up", amount: "0.36", done: false }]);
});

test("Allowing other currencies is done once the card pays in them", () => {
  const fix: Fix = { kind: "allow_currencies" };
  const stopped = { amount: "0.00", currency: "USD", trace: [], fixes: [fix] } as const;
  expect(offeredFixes(stopped, FREE, NOW)).toEqual([{ ...fix, done: false }]);
  expect(offeredFixes(stopped, { ...FREE, paysForeign: true }, NOW)).toEqual([
    { ...fix, done: true },
  ]);
});

test("If two rules stopped a payment, one fix raises both by the larger amount", () => {
  const fixes: Fix[] = [
    { kind: "allow_once" },
    { kind: "raise_until", amount: "9.00", strategyId: "a" },
    { kind: "raise_until", amount: "12.00", strategyId: "b" },
  ];
  expect(offered(fixes, [stopping("a"), stopping("b")])).toMatchObject([
    { kind: "allow_once" },
    { kind: "raise_until", amount: "12.00" },
  ]);
});

test("Raising limits is not offered if a rule that stopped the payment has no limit", () => {
  const fixes: Fix[] = [{ kind: "allow_once" }, { kind: "raise_until", amount: "9.00" }];
  expect(offered(fixes, [stopping("a"), stopping("b")])).toMatchObject([{ kind: "allow_once" }]);
});

test("Only the longer of two waits is offered, and a wait that has ended is marked done", () => {
  const waits: Fix[] = [
    { kind: "wait", at: "2026-11-22T00:00:00Z" },
    { kind: "wait", at: "2026-12-01T00:00:00Z" },
  ];
  expect(offered(waits)).toMatchObject([{ at: "2026-12-01T00:00:00Z", done: false }]);
  expect(offered([{ kind: "wait", at: "2026-11-20T00:00:00Z" }])).toMatchObject([{ done: true }]);
});

test("A retry is reported as cleared only when no check would block it", () => {
  const both: Fix[] = [{ kind: "allow_once" }, { kind: "top_up", amount: "11.00" }];
  expect(isCleared(offered(both, [stopping("a")]), true)).toBe(false);
  expect(isCleared(offered(both, [stopping("a")], "12.00"), false)).toBe(false);
  expect(isCleared(offered(both, [stopping("a")], "12.00"), true)).toBe(true);
  const eased: Fix[] = [{ kind: "unfreeze" }, { kind: "repay", amount: "3.00" }];
  expect(isCleared(offered(eased), false)).toBe(false);
  expect(isCleared(offered(eased, [], "1.00", false), false)).toBe(true);
  expect(isCleared([], false)).toBe(false);
});

test("grantOf returns the payment's newest grant that was not revoked", () => {
  const grant = (id: string, movementId: string, status: Grant["status"]) =>
    ({ id, movementId, status }) as Grant;
  const grants = [
    grant("3", "mov_1", "revoked"),
    grant("2", "mov_2", "open"),
    grant("1", "mov_1", "used"),
  ];
  expect(grantOf(grants, "mov_1")?.id).toBe("1");
  expect(grantOf(grants, "mov_3")).toBeUndefined();
});

test("An owner's limit is raised to the amount spent plus the payment, if that is higher", () => {
  const fixes: Fix[] = [
    { kind: "raise_card_limit", limit: "daily", amount: "7.00" },
    { kind: "raise_card_limit", limit: "monthly", amount: "1.00" },
  ];
  const stopped = { amount: "12.00", currency: "USD", trace: [], fixes } as const;
  const raised = (daily: string | null) =>
    offeredFixes(
      stopped,
      { ...FREE, ownLimits: { ...FREE.ownLimits, daily: { limit: daily, spent: "25.50" } } },
      NOW,
    );
  expect(raised("30.00")).toMatchObject([
    { limit: "daily", done: false, raiseTo: "37.50" },
    { limit: "monthly", done: true },
  ]);
  expect(raised("37.50")).toMatchObject([{ done: true }, { done: true }]);
  expect(isCleared(raised(null), false)).toBe(true);
});
