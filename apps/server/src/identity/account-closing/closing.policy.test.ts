import { CLOSING_KINDS } from "@tessera/contract/identity/account-closing.schemas";
import type { CurrencyCode } from "@tessera/money";
import { expect, test } from "vitest";
import {
  coolingEnd,
  effectOf,
  endWaitsFor,
  isCovered,
  reminderDue,
  sameAmounts,
} from "./closing.policy.ts";

const amounts = (...all: readonly (readonly [CurrencyCode, bigint])[]) => new Map(all);

test("account closure: the cooling-off period lasts 14 days, with a reminder on the 12th", () => {
  const end = coolingEnd(new Date("2026-11-24T10:00:00Z"));
  expect(end.toISOString()).toBe("2026-12-08T10:00:00.000Z");
  expect(reminderDue(end).toISOString()).toBe("2026-12-06T10:00:00.000Z");
});

test("account closure: amounts match only if every currency matches to the cent", () => {
  expect(sameAmounts(amounts(), amounts())).toBe(true);
  expect(sameAmounts(amounts(["USD", 40n]), amounts(["USD", 40n]))).toBe(true);
  expect(sameAmounts(amounts(["USD", 40n]), amounts(["USD", 41n]))).toBe(false);
  expect(sameAmounts(amounts(["USD", 40n]), amounts(["EUR", 40n]))).toBe(false);
  expect(sameAmounts(amounts(["USD", 40n]), amounts(["USD", 40n], ["EUR", 1n]))).toBe(false);
});

test("account closure: no remaining amount may exceed the amount that was confirmed", () => {
  expect(isCovered(amounts(), amounts())).toBe(true);
  expect(isCovered(amounts(["USD", 39n]), amounts(["USD", 40n]))).toBe(true);
  expect(isCovered(amounts(["USD", 41n]), amounts(["USD", 40n]))).toBe(false);
  expect(isCovered(amounts(["EUR", 1n]), amounts(["USD", 40n]))).toBe(false);
});

test("account closure: waits for blocking items, items in progress, and open cards", () => {
  const waited = CLOSING_KINDS.filter(endWaitsFor);
  const expected = CLOSING_KINDS.filter(
    (kind) => kind === "card" || (kind !== "withdrawable" && effectOf(kind) !== "ends"),
  );
  expect(waited).toEqual(expected);
  expect(waited).toContain("debt");
  expect(waited).not.toContain("conversation");
});
