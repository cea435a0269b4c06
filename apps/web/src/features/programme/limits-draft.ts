import type { SettingsInput, WireSettings } from "@tessera/contract/programme/programme.schemas";
import { parseAmount } from "@tessera/money";

/** The limits and thresholds, by the path that the server has for each. */
export const LIMIT_FIELDS = [
  "withdrawal.reviewAbove",
  "withdrawal.twoAbove",
  "withdrawal.dayLimitWithoutFactor",
  "withdrawal.dayLimit",
  "application.reviewAbove",
  "correction.maxAmount",
] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];
export type LimitsDraft = Readonly<Record<LimitField, string>>;
export type LimitProblem = "amount" | "below_review" | "below_without";

export function draftOfSettings({
  withdrawal,
  application,
  correction,
}: WireSettings): LimitsDraft {
  return {
    "withdrawal.reviewAbove": withdrawal.reviewAbove,
    "withdrawal.twoAbove": withdrawal.twoAbove,
    "withdrawal.dayLimitWithoutFactor": withdrawal.dayLimitWithoutFactor,
    "withdrawal.dayLimit": withdrawal.dayLimit,
    "application.reviewAbove": application.reviewAbove,
    "correction.maxAmount": correction.maxAmount,
  };
}

/** What is wrong with a draft, by field. */
export function limitProblems(draft: LimitsDraft): Map<LimitField, LimitProblem> {
  const problems = new Map<LimitField, LimitProblem>();
  for (const field of LIMIT_FIELDS) {
    if (parseAmount(draft[field], "USD") === undefined) {
      problems.set(field, "amount");
    }
  }
  const below = (lower: LimitField, upper: LimitField, problem: LimitProblem) => {
    const [least, most] = [parseAmount(draft[lower], "USD"), parseAmount(draft[upper], "USD")];
    if (least !== undefined && most !== undefined && most < least) {
      problems.set(upper, problem);
    }
  };
  below("withdrawal.reviewAbove", "withdrawal.twoAbove", "below_review");
  below("withdrawal.dayLimitWithoutFactor", "withdrawal.dayLimit", "below_without");
  return problems;
}

/** What is sent of a draft without problems. */
export function settingsOfDraft(draft: LimitsDraft, version: number): SettingsInput {
  return {
    version,
    withdrawal: {
      reviewAbove: draft["withdrawal.reviewAbove"],
      twoAbove: draft["withdrawal.twoAbove"],
      dayLimitWithoutFactor: draft["withdrawal.dayLimitWithoutFactor"],
      dayLimit: draft["withdrawal.dayLimit"],
    },
    application: { reviewAbove: draft["application.reviewAbove"] },
    correction: { maxAmount: draft["correction.maxAmount"] },
  };
}
