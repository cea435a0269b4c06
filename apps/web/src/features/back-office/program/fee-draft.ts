import type { FeesInput, FeeVersion } from "@tessera/contract/back-office/program.schemas";
import { CURRENCIES, type CurrencyCode, parseAmount } from "@tessera/money";
import { basisPointsOf, percentText } from "./percent-input.ts";

/** The values in the fee form, as typed. */
export interface FeeDraft {
  /** Opening fee for a dollar card. Each card currency has its own opening fee. */
  readonly openingUSD: string;
  readonly openingCNY: string;
  readonly openingEUR: string;
  readonly depositFee: string;
  readonly withdrawalFee: string;
  readonly foreignMarkup: string;
  readonly foreignBuffer: string;
  /** Start time in local time, in the input's format: `2026-11-20T09:30`. */
  readonly effectiveFrom: string;
}

export type FeeField = keyof FeeDraft;

/** The path of each field in the server's errors. */
export const FEE_PATHS: Readonly<Record<FeeField, string>> = {
  openingUSD: "cardOpeningFees.USD",
  openingCNY: "cardOpeningFees.CNY",
  openingEUR: "cardOpeningFees.EUR",
  depositFee: "cardDepositBasisPoints",
  withdrawalFee: "withdrawalBasisPoints",
  foreignMarkup: "foreignMarkupBasisPoints",
  foreignBuffer: "foreignBufferBasisPoints",
  effectiveFrom: "effectiveFrom",
};

/** Returns a draft filled in with the current fees. */
export function draftOfFees(inForce: FeeVersion | undefined): FeeDraft {
  const opening = (currency: CurrencyCode) =>
    inForce?.cardOpeningFees.find((fee) => fee.currency === currency)?.amount ?? "";
  return {
    openingUSD: opening("USD"),
    openingCNY: opening("CNY"),
    openingEUR: opening("EUR"),
    depositFee: inForce === undefined ? "" : percentText(inForce.cardDepositBasisPoints),
    withdrawalFee: inForce === undefined ? "" : percentText(inForce.withdrawalBasisPoints),
    foreignMarkup: inForce === undefined ? "" : percentText(inForce.foreignMarkupBasisPoints),
    foreignBuffer: inForce === undefined ? "" : percentText(inForce.foreignBufferBasisPoints),
    effectiveFrom: "",
  };
}

const PERCENTAGES = ["depositFee", "withdrawalFee", "foreignMarkup", "foreignBuffer"] as const;

/** Returns the fields with invalid input. */
export function feeProblems(draft: FeeDraft): Set<FeeField> {
  const problems = new Set<FeeField>();
  for (const currency of CURRENCIES) {
    if (parseAmount(draft[`opening${currency}`], currency) === undefined) {
      problems.add(`opening${currency}`);
    }
  }
  for (const field of PERCENTAGES) {
    if (basisPointsOf(draft[field]) === undefined) {
      problems.add(field);
    }
  }
  if (Number.isNaN(new Date(draft.effectiveFrom).getTime())) {
    problems.add("effectiveFrom");
  }
  return problems;
}

/** Converts a draft to the request body; undefined if it has problems. */
export function feesOfDraft(draft: FeeDraft): FeesInput | undefined {
  const cardDepositBasisPoints = basisPointsOf(draft.depositFee);
  const withdrawalBasisPoints = basisPointsOf(draft.withdrawalFee);
  const isReadable = feeProblems(draft).size === 0;
  if (!isReadable || cardDepositBasisPoints === undefined || withdrawalBasisPoints === undefined) {
    return undefined;
  }
  return {
    cardOpeningFees: { USD: draft.openingUSD, CNY: draft.openingCNY, EUR: draft.openingEUR },
    cardDepositBasisPoints,
    withdrawalBasisPoints,
    foreignMarkupBasisPoints: basisPointsOf(draft.foreignMarkup),
    foreignBufferBasisPoints: basisPointsOf(draft.foreignBuffer),
    effectiveFrom: new Date(draft.effectiveFrom).toISOString(),
  };
}
