import { expect, test } from "vitest";
import { balanceBefore, shortfallOf } from "./shortfall.ts";

const card = {
  balance: "120.00",
  held: "20.00",
  currency: "USD",
  depositFeeBasisPoints: 350,
} as const;

test("The shortfall for a card load includes its fee, rounded up", () => {
  const input = { operation: "deposit", card, accountAvailable: "517.49" } as const;
  expect(shortfallOf({ ...input, amount: "500" })).toBe("0.01");
  expect(shortfallOf({ ...input, amount: "499.99" })).toBeUndefined();
});

test("An unload is free and limited to the balance that is not on hold", () => {
  const input = { operation: "withdraw", card, accountAvailable: "0.00" } as const;
  expect(shortfallOf({ ...input, amount: "100.00" })).toBeUndefined();
  expect(shortfallOf({ ...input, amount: "100.01" })).toBe("0.01");
});

test("No shortfall is reported until the account balance is known", () => {
  expect(
    shortfallOf({ operation: "deposit", amount: "1", card, accountAvailable: undefined }),
  ).toBeUndefined();
});

test("The balance before a transfer is computed from the balance after, even if negative", () => {
  expect(balanceBefore("8122.50", "517.50", "USD")).toBe("8640.00");
  expect(balanceBefore("10.00", "-500.00", "USD")).toBe("-490.00");
});
