import type { SettingName } from "@tessera/contract/identity/proposals.schemas";

/**
 * Thresholds for wrong attempts and the spread of an exchange: numbers that a single administrator
 * can set within fixed bounds.
 */
export interface BoundedNumbers {
  readonly wrong_tries_per_card: number;
  readonly unknown_numbers_per_bin: number;
  readonly exchange_spread_basis_points: number;
}

/** A version's limits and thresholds. Amounts are in minor units of US dollars. */
export interface SettingValues {
  readonly withdrawal_review_above_minor: bigint;
  readonly withdrawal_two_above_minor: bigint;
  readonly withdrawal_day_limit_without_factor_minor: bigint;
  readonly withdrawal_day_limit_minor: bigint;
  readonly application_review_above_minor: bigint;
  readonly correction_max_amount_minor: bigint;
  readonly exchange_position_limit_minor: bigint;
}

const COLUMNS: Readonly<Record<SettingName, keyof SettingValues>> = {
  "withdrawal.reviewAbove": "withdrawal_review_above_minor",
  "withdrawal.twoAbove": "withdrawal_two_above_minor",
  "withdrawal.dayLimitWithoutFactor": "withdrawal_day_limit_without_factor_minor",
  "withdrawal.dayLimit": "withdrawal_day_limit_minor",
  "application.reviewAbove": "application_review_above_minor",
  "correction.maxAmount": "correction_max_amount_minor",
  "exchange.positionLimit": "exchange_position_limit_minor",
};

/** A limit that differs between two versions, in minor units of US dollars. */
interface ChangedLimit {
  readonly name: SettingName;
  readonly fromMinor: bigint;
  readonly toMinor: bigint;
}

/** Lists the limits that a change raises or lowers. */
export function changedLimits(before: SettingValues, after: SettingValues): ChangedLimit[] {
  const names = Object.keys(COLUMNS) as SettingName[];
  return names
    .map((name) => ({ name, fromMinor: before[COLUMNS[name]], toMinor: after[COLUMNS[name]] }))
    .filter(({ fromMinor, toMinor }) => fromMinor !== toMinor);
}

/**
 * Returns whether a change raises any limit. Each limit controls how much money can move without a
 * review, without a second person, or at all.
 */
export function raisesLimit(before: SettingValues, after: SettingValues): boolean {
  return changedLimits(before, after).some(({ fromMinor, toMinor }) => toMinor > fromMinor);
}

/** Returns a version's values with some limits replaced by name. */
export function withLimits(
  before: SettingValues,
  limits: ReadonlyMap<string, bigint>,
): SettingValues {
  const values = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, column]) => [column, limits.get(name) ?? before[column]]),
  );
  return values as Record<keyof SettingValues, bigint>;
}
