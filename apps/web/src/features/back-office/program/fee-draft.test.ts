import { expect, test } from "vitest";
import { draftOfFees, feeProblems, feesOfDraft } from "./fee-draft.ts";

const DRAFT = {
  openingUSD: "2.00",
  openingCNY: "14.00",
  openingEUR: "1.70",
  depositFee: "3.25",
  withdrawalFee: "1",
  foreignMarkup: "0.8",
  foreignBuffer: "2.5",
  effectiveFrom: "2026-12-01T00:00",
};

test("A fee draft is sent with its rates in basis points and its start time in UTC", () => {
  expect(feesOfDraft(DRAFT)).toEqual({
    cardOpeningFees: { USD: "2.00", CNY: "14.00", EUR: "1.70" },
    cardDepositBasisPoints: 325,
    withdrawalBasisPoints: 100,
    foreignMarkupBasisPoints: 80,
    foreignBufferBasisPoints: 250,
    effectiveFrom: new Date(2026, 11, 1).toISOString(),
  });
});

test("A fee draft with invalid fields reports them and has no request body", () => {
  const draft = { ...DRAFT, depositFee: "3.255", effectiveFrom: "" };
  expect([...feeProblems(draft)]).toEqual(["depositFee", "effectiveFrom"]);
  expect(feesOfDraft(draft)).toBeUndefined();
  expect(feeProblems(draftOfFees(undefined)).size).toBe(8);
});
