import { describe, expect, test } from "vitest";
import {
  type PaymentSays,
  type ReceiptSays,
  reasonsFor,
  weightOf,
} from "./receipt-match.policy.ts";

const RECEIPT: ReceiptSays = {
  amountMinor: 4_250n,
  currency: "EUR",
  paidOn: "2026-03-10",
  merchant: "Café Müller GmbH",
};
const PAYMENT: PaymentSays = {
  merchant: "CAFE MULLER",
  amounts: [
    { minor: 4_250n, currency: "EUR" },
    { minor: 4_611n, currency: "USD" },
  ],
  at: new Date("2026-03-10T12:00:00Z"),
};

describe("reasonsFor", () => {
  test("names what agrees, the strongest reason first", () => {
    expect(reasonsFor(RECEIPT, PAYMENT)).toEqual(["amount", "merchant", "day"]);
  });

  test.each([
    ["an amount in another currency", { currency: "USD" }, ["merchant", "day"]],
    [
      "what the card was charged",
      { amountMinor: 4_611n, currency: "USD" },
      ["amount", "merchant", "day"],
    ],
    ["an amount that is a cent off", { amountMinor: 4_251n }, ["merchant", "day"]],
    ["no amount", { amountMinor: null, currency: null }, ["merchant", "day"]],
    ["another merchant", { merchant: "Bakery" }, ["amount", "day"]],
    ["a merchant of two letters", { merchant: "ca" }, ["amount", "day"]],
    ["a day before the payment", { paidOn: "2026-03-07" }, ["amount", "merchant", "day"]],
    ["a day long before the payment", { paidOn: "2026-03-06" }, ["amount", "merchant"]],
    [
      "the day after, in another time zone",
      { paidOn: "2026-03-11" },
      ["amount", "merchant", "day"],
    ],
    ["a day two days later", { paidOn: "2026-03-12" }, ["amount", "merchant"]],
    ["nothing", { amountMinor: null, currency: null, paidOn: null, merchant: null }, []],
  ] as const)("of a receipt with %s", (_, change, reasons) => {
    expect(reasonsFor({ ...RECEIPT, ...change }, PAYMENT)).toEqual(reasons);
  });
});

test("weightOf: an amount outweighs a merchant and a day; a day alone suggests nothing", () => {
  expect(weightOf(["day"])).toBe(0);
  expect(weightOf(["merchant"])).toBeGreaterThan(0);
  expect(weightOf(["amount"])).toBeGreaterThan(weightOf(["merchant", "day"]));
});
