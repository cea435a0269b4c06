import { expect, test } from "vitest";
import { amountSeenFrom } from "./movement-amount.policy.ts";

const added = { kind: "card_deposit", amountMinor: 50_000n, feeMinor: 1_750n } as const;
const back = { kind: "card_withdraw", amountMinor: -13_900n, feeMinor: 0n } as const;
const bought = { kind: "purchase", amountMinor: -1_234n, feeMinor: 0n } as const;

test("movement amounts: the account pays a load and its fee, and gets an unload in full", () => {
  expect(amountSeenFrom("account", added)).toBe(-51_750n);
  expect(amountSeenFrom("account", back)).toBe(13_900n);
});

test("movement amounts: the card shows the amount that it received or paid", () => {
  expect(amountSeenFrom("card", added)).toBe(50_000n);
  expect(amountSeenFrom("card", back)).toBe(-13_900n);
});

test("movement amounts: all other movements have the same amount on both sides", () => {
  expect(amountSeenFrom("account", bought)).toBe(amountSeenFrom("card", bought));
});
