import { describe, expect, test } from "vitest";
import { giveBackGuards } from "./spending-guards.policy.ts";

const counted = [
  { subject: "card", window: "day:2026-12-01", amountMinor: 30n, count: 1 },
  { subject: "card", window: "month:2026-12", amountMinor: 30n, count: 1 },
  { subject: "card", window: "day:2026-11-30", amountMinor: 70n, count: 1 },
  { subject: "card", window: "month:2026-11", amountMinor: 70n, count: 1 },
];

describe("releasing limits", () => {
  test("frees a partial amount in the newest window of each type", () => {
    expect(giveBackGuards(counted, 20n, false)).toEqual([
      { subject: "card", window: "day:2026-12-01", amountMinor: -20n, count: 0 },
      { subject: "card", window: "month:2026-12", amountMinor: -20n, count: 0 },
    ]);
  });

  test("continues with the previous window if the newest one counted less", () => {
    expect(giveBackGuards(counted, 50n, false)).toEqual([
      { subject: "card", window: "day:2026-12-01", amountMinor: -30n, count: 0 },
      { subject: "card", window: "day:2026-11-30", amountMinor: -20n, count: 0 },
      { subject: "card", window: "month:2026-12", amountMinor: -30n, count: 0 },
      { subject: "card", window: "month:2026-11", amountMinor: -20n, count: 0 },
    ]);
  });

  test("also frees the counts if the entire payment is undone", () => {
    const guards = giveBackGuards(counted, 100n, true);
    expect(guards.map((guard) => [guard.amountMinor, guard.count])).toEqual([
      [-30n, -1],
      [-70n, -1],
      [-30n, -1],
      [-70n, -1],
    ]);
  });
});
