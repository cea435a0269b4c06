import type { Card } from "@tessera/contract/cards/cards.schemas";
import { expect, test } from "vitest";
import { draftOf, limitsOf, problemOf } from "./limit-draft.ts";

const card = {
  currency: "EUR",
  perTransactionLimit: "500.00",
  dailyLimit: "1000.00",
  monthlyLimit: "5000.00",
  ownLimits: { perTransaction: null, daily: "30.00", monthly: null },
  foreignPayments: "blocked",
} as Card;

test("The limits form starts with current limits and requested raises, up to the maximum", () => {
  expect(draftOf(card)).toEqual({
    ...{ perTransaction: "", daily: "30.00", monthly: "" },
    paysForeign: false,
  });
  expect(draftOf(card, { limit: "daily", to: "37.00" }).daily).toBe("37.00");
  expect(draftOf(card, { limit: "daily", to: "1000.01" }).daily).toBe("1000.00");
});

test("A limit of zero or over the card's maximum is rejected; an empty one is allowed", () => {
  const problem = (typed: string) => problemOf(typed, "1000.00", "EUR");
  expect(["", "0", "0.00", "1000", "1000.01"].map(problem)).toEqual([
    undefined,
    "zero",
    "zero",
    undefined,
    "above",
  ]);
});

test("Clearing a limit's field removes the limit", () => {
  const draft = { perTransaction: "", daily: "12.", monthly: "7.5", paysForeign: true };
  expect(limitsOf(draft)).toEqual({
    perTransaction: null,
    daily: "12",
    monthly: "7.5",
    foreignPayments: "allowed",
  });
});
