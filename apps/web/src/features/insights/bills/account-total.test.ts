import { expect, test } from "vitest";
import { accountTotal } from "./account-total.ts";

const load = { kind: "card_deposit", amount: "150.00", fee: "5.25", currency: "USD" } as const;

test("A load took its amount and its fee from the account", () => {
  expect(accountTotal(load)).toBe("155.25");
});

test("Movements without a fee, or that are no loads, have no separate account total", () => {
  expect(accountTotal({ ...load, fee: "0.00" })).toBeUndefined();
  expect(accountTotal({ ...load, kind: "withdrawal", amount: "-150.00" })).toBeUndefined();
});
