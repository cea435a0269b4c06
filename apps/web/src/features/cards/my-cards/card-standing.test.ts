import { expect, test } from "vitest";
import { canFund, canUnfreeze, hasHolds, isLiving } from "./card-standing.ts";

const frozenBy = (...layers: ("customer" | "risk" | "operator" | "schedule")[]) => ({
  freezes: layers.map((layer) => ({
    layer,
    reason: "other" as const,
    since: "2026-11-21T00:00:00.000Z",
    until: null,
  })),
});

test("The owner can lift their own freeze and a rule's freeze, but no others", () => {
  expect(canUnfreeze(frozenBy("customer"))).toBe(true);
  expect(canUnfreeze(frozenBy("operator", "risk"))).toBe(true);
  expect(canUnfreeze(frozenBy("operator", "schedule"))).toBe(false);
  expect(canUnfreeze(frozenBy())).toBe(false);
});

test("A used single-use card accepts funds only if its balance is negative", () => {
  expect(canFund({ status: "active", used: false, balance: "1.00" })).toBe(true);
  expect(canFund({ status: "active", used: true, balance: "1.00" })).toBe(false);
  expect(canFund({ status: "active", used: true, balance: "-1.00" })).toBe(true);
  expect(canFund({ status: "frozen", used: false, balance: "1.00" })).toBe(false);
  expect(canFund({ status: "closing", used: false, balance: "1.00" })).toBe(false);
});

test("isLiving is false for closing cards; hasHolds is true for any amount above zero", () => {
  expect([isLiving({ status: "expired" }), isLiving({ status: "closing" })]).toEqual([true, false]);
  expect([hasHolds({ held: "0.00" }), hasHolds({ held: "0.10" })]).toEqual([false, true]);
});
