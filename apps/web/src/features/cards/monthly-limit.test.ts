import { expect, test } from "vitest";
import { availableOnCard, leftThisMonth, usedShare } from "./monthly-limit.ts";

const card = (spentThisMonth: string, monthlyLimit = "5000.00") =>
  ({ currency: "USD", spentThisMonth, monthlyLimit }) as const;

test("the share and what is left are exact", () => {
  expect(usedShare(card("3204.18"))).toBe(0.6408);
  expect(leftThisMonth(card("3204.18"))).toBe("1795.82");
});

test("more than the limit leaves nothing, and refunds do not lift it", () => {
  expect(leftThisMonth(card("5000.01"))).toBe("0.00");
  expect(usedShare(card("5000.01"))).toBeGreaterThanOrEqual(1);
  expect(leftThisMonth(card("-20.00"))).toBe("5000.00");
  expect(usedShare(card("-20.00"))).toBe(0);
});

test("a limit of nothing is full as soon as anything is spent", () => {
  expect(usedShare(card("0.00", "0.00"))).toBe(0);
  expect(usedShare(card("0.01", "0.00"))).toBe(1);
});

test("what pending payments hold cannot leave the card", () => {
  expect(availableOnCard({ balance: "100.00", held: "30.05", currency: "USD" })).toBe("69.95");
  expect(availableOnCard({ balance: "-5.00", held: "0.00", currency: "USD" })).toBe("0.00");
});
