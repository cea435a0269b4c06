import { expect, test } from "vitest";
import { judgeDepositAmount } from "./deposit-amount.ts";

test.each([
  [undefined, "empty"],
  ["9.99", "too-little"],
  ["10", "fine"],
  ["100000.00", "fine"],
  ["100000.01", "too-much"],
] as const)("judgeDepositAmount classifies an amount of %s as %s", (amount, verdict) => {
  expect(judgeDepositAmount(amount)).toBe(verdict);
});
