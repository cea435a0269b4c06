import type { SettingsInput } from "@tessera/contract/back-office/program.schemas";
import { amountOf, changedFields, refusedField } from "../../cards/pricing/index.ts";
import type { ProgramSettingRow } from "../../db/tables/program.tables.ts";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type BoundedNumbers, raisesLimit, type SettingValues } from "./changed-limits.policy.ts";
import { insertSettings, listSettings } from "./settings.repository.ts";

/**
 * Applies lowered limits and any changes to thresholds as a new version. If the values are already
 * in force, creates no new version, so a change can be retried. Raising a limit requires two
 * administrators.
 *
 * @throws Refusal `invalid_input` if the values contradict each other; `programme_changed`, naming
 * who has changed them in the meantime, and when; `second_administrator_needed`
 */
export async function changeSettings(
  context: AppContext,
  input: SettingsInput,
  act: OperatorAct,
): Promise<ProgramSettingRow> {
  return inTransaction(context.db, async (tx) => {
    const current = await currentSettings(tx);
    const values = settingValuesOf(input, current);
    if (current.version === input.version && raisesLimit(current, values)) {
      throw new Refusal("second_administrator_needed");
    }
    const { actor, role, requestId } = act;
    const by = { actor, requestId, data: { role } };
    return putSettings(context, tx, {
      values,
      numbers: numbersOf(input, current),
      basedOn: input.version,
      changedBy: actor,
      by,
    });
  });
}

/** Returns the current version of the settings. */
export async function currentSettings(tx: Tx): Promise<ProgramSettingRow> {
  const [current] = await listSettings(tx, 1);
  if (current === undefined) {
    throw new Error("the program has no settings");
  }
  return current;
}

interface NewSettings {
  readonly values: SettingValues;
  /** Thresholds for wrong attempts, and the spread; unchanged if absent. */
  readonly numbers?: BoundedNumbers;
  /** Version that the operator saw. */
  readonly basedOn: number;
  readonly changedBy: string;
  readonly by: {
    readonly actor: string;
    readonly requestId: string | null;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/**
 * Writes a new version of the limits, as decided by one or two administrators.
 *
 * @throws Refusal `programme_changed` if the current version is not the one that the operator saw
 */
export async function putSettings(
  context: AppContext,
  tx: Tx,
  { values, numbers, basedOn, changedBy, by }: NewSettings,
): Promise<ProgramSettingRow> {
  const current = await currentSettings(tx);
  const wanted = { ...current, ...values, ...numbers };
  const change = changedFields(told(current), told(wanted));
  if (Object.keys(change.after).length === 0) {
    return current;
  }
  const next: ProgramSettingRow = {
    ...wanted,
    version: current.version + 1,
    changed_by: changedBy,
    changed_at: context.clock.now(),
  };
  if (current.version !== basedOn || !(await insertSettings(tx, next))) {
    throw changedSince(await currentSettings(tx));
  }
  await context.ledger.appendAudit(tx, [
    {
      action: "settings.change",
      actor: by.actor,
      customerId: null,
      object: String(next.version),
      outcome: "ok",
      requestId: by.requestId,
      data: { ...by.data, ...change },
    },
  ]);
  return next;
}

/** Returns the numbers that a change asks for, with the current ones where it names none. */
export function numbersOf(
  { tries, exchange }: Pick<SettingsInput, "tries" | "exchange">,
  current: BoundedNumbers,
): BoundedNumbers {
  return {
    wrong_tries_per_card: tries?.wrongPerCard ?? current.wrong_tries_per_card,
    unknown_numbers_per_bin: tries?.unknownPerBin ?? current.unknown_numbers_per_bin,
    exchange_spread_basis_points:
      exchange?.spreadBasisPoints ?? current.exchange_spread_basis_points,
  };
}

/** Returns a refusal that states who made another version current, and when. */
export function changedSince({ changed_by: by, changed_at: at }: ProgramSettingRow): Refusal {
  return new Refusal("programme_changed", { changed: { by, at } });
}

/**
 * Converts wire limits to minor units. Limits that the input does not name stay the current ones.
 *
 * @throws Refusal `invalid_input` if the limits contradict each other
 */
export function settingValuesOf(
  { withdrawal, application, correction, exchange }: Omit<SettingsInput, "version">,
  current: SettingValues,
): SettingValues {
  const usd = (text: string, path: string) => amountOf(text, "USD", path);
  const values: SettingValues = {
    withdrawal_review_above_minor: usd(withdrawal.reviewAbove, "withdrawal.reviewAbove"),
    withdrawal_two_above_minor: usd(withdrawal.twoAbove, "withdrawal.twoAbove"),
    withdrawal_day_limit_without_factor_minor: usd(
      withdrawal.dayLimitWithoutFactor,
      "withdrawal.dayLimitWithoutFactor",
    ),
    withdrawal_day_limit_minor: usd(withdrawal.dayLimit, "withdrawal.dayLimit"),
    application_review_above_minor: usd(application.reviewAbove, "application.reviewAbove"),
    correction_max_amount_minor: usd(correction.maxAmount, "correction.maxAmount"),
    exchange_position_limit_minor:
      exchange === undefined
        ? current.exchange_position_limit_minor
        : usd(exchange.positionLimit, "exchange.positionLimit"),
  };
  if (values.withdrawal_two_above_minor < values.withdrawal_review_above_minor) {
    throw refusedField("withdrawal.twoAbove", "contradiction");
  }
  if (values.withdrawal_day_limit_minor < values.withdrawal_day_limit_without_factor_minor) {
    throw refusedField("withdrawal.dayLimit", "contradiction");
  }
  return values;
}

/** Returns the values for the audit log, keyed by wire name. */
function told(row: SettingValues & BoundedNumbers): Record<string, string> {
  return {
    "withdrawal.reviewAboveMinor": row.withdrawal_review_above_minor.toString(),
    "withdrawal.twoAboveMinor": row.withdrawal_two_above_minor.toString(),
    "withdrawal.dayLimitWithoutFactorMinor":
      row.withdrawal_day_limit_without_factor_minor.toString(),
    "withdrawal.dayLimitMinor": row.withdrawal_day_limit_minor.toString(),
    "application.reviewAboveMinor": row.application_review_above_minor.toString(),
    "correction.maxAmountMinor": row.correction_max_amount_minor.toString(),
    "tries.wrongPerCard": row.wrong_tries_per_card.toString(),
    "tries.unknownPerBin": row.unknown_numbers_per_bin.toString(),
    "exchange.positionLimitMinor": row.exchange_position_limit_minor.toString(),
    "exchange.spreadBasisPoints": row.exchange_spread_basis_points.toString(),
  };
}
