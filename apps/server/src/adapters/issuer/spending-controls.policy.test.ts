import { expect, test } from "vitest";
import { spendingLimits } from "./spending-controls.policy.ts";

const limits = { perTransactionMinor: 200_000n, dailyMinor: 500_000n, monthlyMinor: 3_000_000n };

test("spending controls: daily and monthly limits are unchanged if the program uses UTC", () => {
  expect(spendingLimits(limits, "UTC")).toEqual([
    { amount: 200_000, interval: "per_authorization" },
    { amount: 500_000, interval: "daily" },
    { amount: 3_000_000, interval: "monthly" },
  ]);
});

test("spending controls: a UTC day allows for the two local days that it overlaps", () => {
  const [each, daily, monthly] = spendingLimits(limits, "Asia/Shanghai");
  expect([each?.amount, daily?.amount, monthly?.amount]).toEqual([200_000, 1_000_000, 6_000_000]);
});

test("spending controls: an amount too large to be represented exactly is rejected", () => {
  const monthlyMinor = 2n ** 53n;
  expect(() => spendingLimits({ ...limits, monthlyMinor }, "UTC")).toThrow(RangeError);
});
