import {
  EXCHANGE_SPREAD,
  type SettingsInput,
  UNKNOWN_NUMBERS_PER_BIN,
  type WireSettings,
  WRONG_TRIES_PER_CARD,
} from "@tessera/contract/back-office/program.schemas";
import { parseAmount } from "@tessera/money";

/** The limits and thresholds that are amounts, identified by their paths in the server's errors. */
export const AMOUNT_FIELDS = [
  "withdrawal.reviewAbove",
  "withdrawal.twoAbove",
  "withdrawal.dayLimitWithoutFactor",
  "withdrawal.dayLimit",
  "application.reviewAbove",
  "correction.maxAmount",
  "exchange.positionLimit",
] as const;
/** The settings that are whole numbers, each with its minimum and maximum. */
export const COUNT_FIELDS = {
  "tries.wrongPerCard": WRONG_TRIES_PER_CARD,
  "tries.unknownPerBin": UNKNOWN_NUMBERS_PER_BIN,
  "exchange.spreadBasisPoints": EXCHANGE_SPREAD,
} as const;
export type AmountField = (typeof AMOUNT_FIELDS)[number];
export type CountField = keyof typeof COUNT_FIELDS;
export const LIMIT_FIELDS: readonly LimitField[] = [
  ...AMOUNT_FIELDS,
  "tries.wrongPerCard",
  "tries.unknownPerBin",
  "exchange.spreadBasisPoints",
];

export function isCountField(field: LimitField): field is CountField {
  return Object.hasOwn(COUNT_FIELDS, field);
}
export type LimitField = AmountField | CountField;
export type LimitsDraft = Readonly<Record<LimitField, string>>;
export type LimitProblem = "amount" | "apart" | "below_review" | "below_without" | "count";

export function draftOfSettings({
  withdrawal,
  application,
  correction,
  tries,
  exchange,
}: WireSettings): LimitsDraft {
  return {
    "withdrawal.reviewAbove": withdrawal.reviewAbove,
    "withdrawal.twoAbove": withdrawal.twoAbove,
    "withdrawal.dayLimitWithoutFactor": withdrawal.dayLimitWithoutFactor,
    "withdrawal.dayLimit": withdrawal.dayLimit,
    "application.reviewAbove": application.reviewAbove,
    "correction.maxAmount": correction.maxAmount,
    "tries.wrongPerCard": String(tries.wrongPerCard),
    "exchange.positionLimit": exchange.positionLimit,
    "tries.unknownPerBin": String(tries.unknownPerBin),
    "exchange.spreadBasisPoints": String(exchange.spreadBasisPoints),
  };
}

/**
 * Returns a draft's problems by field. A draft that raises a limit becomes a proposal. Because
 * proposals contain only amounts, a changed count has to be saved separately.
 */
export function limitProblems(
  draft: LimitsDraft,
  base: LimitsDraft,
): Map<LimitField, LimitProblem> {
  const problems = new Map<LimitField, LimitProblem>();
  for (const field of AMOUNT_FIELDS) {
    if (parseAmount(draft[field], "USD") === undefined) {
      problems.set(field, "amount");
    }
  }
  for (const [field, { min, max }] of Object.entries(COUNT_FIELDS)) {
    const value = draft[field as CountField].trim();
    if (!/^[0-9]{1,4}$/.test(value) || Number(value) < min || Number(value) > max) {
      problems.set(field as CountField, "count");
    } else if (Number(value) !== Number(base[field as CountField]) && raisesLimit(draft, base)) {
      problems.set(field as CountField, "apart");
    }
  }
  const below = (lower: AmountField, upper: AmountField, problem: LimitProblem) => {
    const [least, most] = [parseAmount(draft[lower], "USD"), parseAmount(draft[upper], "USD")];
    if (least !== undefined && most !== undefined && most < least) {
      problems.set(upper, problem);
    }
  };
  below("withdrawal.reviewAbove", "withdrawal.twoAbove", "below_review");
  below("withdrawal.dayLimitWithoutFactor", "withdrawal.dayLimit", "below_without");
  return problems;
}

/**
 * Returns true if a draft raises any limit, which requires approval by a second administrator.
 * Invalid amounts are ignored.
 */
export function raisesLimit(draft: LimitsDraft, base: LimitsDraft): boolean {
  return AMOUNT_FIELDS.some((field) => {
    const [from, to] = [parseAmount(base[field], "USD"), parseAmount(draft[field], "USD")];
    return from !== undefined && to !== undefined && to > from;
  });
}

/** Converts a draft without problems to the request body. */
export function settingsOfDraft(draft: LimitsDraft, version: number): SettingsInput {
  const numberIn = (field: CountField) => Number(draft[field]);
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
    tries: {
      wrongPerCard: numberIn("tries.wrongPerCard"),
      unknownPerBin: numberIn("tries.unknownPerBin"),
    },
    exchange: {
      spreadBasisPoints: numberIn("exchange.spreadBasisPoints"),
      positionLimit: draft["exchange.positionLimit"],
    },
  };
}
