import { expect, test } from "vitest";
import { availableOnCard, leftThisMonth, usedShare } from "./monthly-limit.ts";

const card = (spentThisMonth: string, monthlyLimit = "5000.00", own: string | null = null) => ({
  currency: "USD" as const,
  spentThisMonth,
  monthlyLimit,
  dailyLimit: "5000.00",
  perTransactionLimit: "5000.00",
  ownLimits: { perTransaction: null, daily: null, monthly: own },
});

test("The used share and the remaining amount of a monthly limit are computed exactly", () => {
  expect(usedShare(card("3204.18"))).toBe(0.6408);
  expect(leftThisMonth(card("3204.18"))).toBe("1795.82");
});

test("Spending above the monthly limit leaves zero; refunds do not raise the limit", () => {
  expect(leftThisMonth(card("5000.01"))).toBe("0.00");
  expect(usedShare(card("5000.01"))).toBeGreaterThanOrEqual(1);
  expect(leftThisMonth(card("-20.00"))).toBe("5000.00");
  expect(usedShare(card("-20.00"))).toBe(0);
});

test("A monthly limit of zero is fully used as soon as anything is spent", () => {
  expect(usedShare(card("0.00", "0.00"))).toBe(0);
  expect(usedShare(card("0.01", "0.00"))).toBe(1);
});

test("The available balance of a card excludes holds for pending payments", () => {
  expect(availableOnCard({ balance: "100.00", held: "30.05", currency: "USD" })).toBe("69.95");
  expect(availableOnCard({ balance: "-5.00", held: "0.00", currency: "USD" })).toBe("0.00");
});

test("The owner's monthly limit applies if it is lower than the card's", () => {
  expect(leftThisMonth(card("100.00", "5000.00", "150.00"))).toBe("50.00");
  expect(usedShare(card("75.00", "5000.00", "150.00"))).toBe(0.5);
  expect(leftThisMonth(card("100.00", "120.00", "150.00"))).toBe("20.00");
});
