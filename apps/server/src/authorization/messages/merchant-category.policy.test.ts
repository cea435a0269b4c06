import { describe, expect, test } from "vitest";
import { categoryOf, holdExpiry } from "./merchant-category.policy.ts";

describe("merchant categories", () => {
  test.each([
    ["7311", "advertising"],
    ["5734", "software"],
    ["5817", "software"],
    ["7372", "software"],
    ["3058", "travel"],
    ["4722", "travel"],
    ["7011", "travel"],
    ["5411", "shopping"],
    ["5732", "shopping"],
    ["5999", "shopping"],
    ["8062", "other"],
    ["0000", "other"],
    ["9999", "other"],
  ])("map %s to %s", (mcc, category) => {
    expect(categoryOf(mcc)).toBe(category);
  });
});

describe("hold expiry", () => {
  const from = new Date("2026-11-21T10:00:00Z");
  test.each([
    ["5411", "2026-11-28T10:00:00.000Z"],
    ["3058", "2026-11-28T10:00:00.000Z"],
    ["7011", "2026-12-22T10:00:00.000Z"],
    ["3501", "2026-12-22T10:00:00.000Z"],
    ["7512", "2026-12-22T10:00:00.000Z"],
    ["4411", "2026-12-22T10:00:00.000Z"],
  ])("for merchant category %s happens at %s", (mcc, until) => {
    expect(holdExpiry(mcc, from).toISOString()).toBe(until);
  });
});
