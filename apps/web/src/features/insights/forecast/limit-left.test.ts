import { expect, test } from "vitest";
import { limitLeft } from "./limit-left.ts";

const CARD = {
  currency: "USD",
  ownLimits: { perTransaction: null, daily: null, monthly: null },
  perTransactionLimit: "500.00",
  dailyLimit: "1000.00",
  spentToday: "400.00",
  monthlyLimit: "5000.00",
  spentThisMonth: "4000.00",
} as const;

test("limitLeft uses the owner's limit if it is lower than the card's", () => {
  const ownLimits = { perTransaction: null, daily: "450.00", monthly: null };
  expect(limitLeft({ ...CARD, ownLimits }, "500.00")).toEqual({ limit: "day", left: "50.00" });
});

test("limitLeft returns the tightest limit if it leaves less than the safe-to-spend amount", () => {
  expect(limitLeft(CARD, "500.00")).toBeUndefined();
  expect(limitLeft(CARD, "500.01")).toEqual({ limit: "payment", left: "500.00" });
  expect(limitLeft({ ...CARD, spentToday: "600.00" }, "500.00")).toEqual({
    limit: "day",
    left: "400.00",
  });
  expect(limitLeft({ ...CARD, spentThisMonth: "4900.00" }, "500.00")).toEqual({
    limit: "month",
    left: "100.00",
  });
});

test("limitLeft returns zero if the limit has been exceeded", () => {
  expect(limitLeft({ ...CARD, spentToday: "1200.00" }, "1.00")).toEqual({
    limit: "day",
    left: "0.00",
  });
});
