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

test("an owner's limit counts where it is lower than the card's", () => {
  const ownLimits = { perTransaction: null, daily: "450.00", monthly: null };
  expect(limitLeft({ ...CARD, ownLimits }, "500.00")).toEqual({ limit: "day", left: "50.00" });
});

test("the tightest limit is told, where it leaves less than is safe", () => {
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

test("a limit that was passed leaves nothing", () => {
  expect(limitLeft({ ...CARD, spentToday: "1200.00" }, "1.00")).toEqual({
    limit: "day",
    left: "0.00",
  });
});
