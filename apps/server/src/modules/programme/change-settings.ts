import type { SettingsInput } from "@tessera/contract/programme/programme.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { OperatorAct } from "../../platform/operator-act.ts";
import { Refusal } from "../../platform/refusal.ts";
import { amountOf, refusedField } from "./amount-fields.ts";
import { changedFields } from "./changed-fields.policy.ts";
import type { ProgrammeSettingRow } from "./programme.tables.ts";
import { insertSettings, listSettings } from "./settings.repository.ts";

type Values = Omit<ProgrammeSettingRow, "version" | "changed_by" | "changed_at">;

/**
 * Puts limits and thresholds into force as a new version. What is in force already makes no new
 * one, so that a change can be sent twice.
 *
 * @throws Refusal `invalid_input` where they contradict one another, `programme_changed` where
 * somebody else changed them since, telling who and when
 */
export async function changeSettings(
  context: AppContext,
  input: SettingsInput,
  act: OperatorAct,
): Promise<ProgrammeSettingRow> {
  const amounts = amountsOf(input);
  return inTransaction(context.db, async (tx) => {
    const [current] = await listSettings(tx, 1);
    if (current === undefined) {
      throw new Error("the programme has no settings");
    }
    const values = { ...amounts, ...triesOf(input, current) };
    const change = changedFields(told(current), told(values));
    if (Object.keys(change.after).length === 0) {
      return current;
    }
    const next: ProgrammeSettingRow = {
      ...values,
      version: current.version + 1,
      changed_by: act.actor,
      changed_at: context.clock.now(),
    };
    if (current.version !== input.version || !(await insertSettings(tx, next))) {
      const [newest = current] = await listSettings(tx, 1);
      throw new Refusal("programme_changed", {
        changed: { by: newest.changed_by, at: newest.changed_at },
      });
    }
    await context.ledger.appendAudit(tx, [
      {
        action: "settings.change",
        actor: act.actor,
        customerId: null,
        object: String(next.version),
        outcome: "ok",
        requestId: act.requestId,
        data: { role: act.role, ...change },
      },
    ]);
    return next;
  });
}

type Tries = Pick<Values, "wrong_tries_per_card" | "unknown_numbers_per_bin">;

function triesOf({ tries }: SettingsInput, current: Tries): Tries {
  return {
    wrong_tries_per_card: tries?.wrongPerCard ?? current.wrong_tries_per_card,
    unknown_numbers_per_bin: tries?.unknownPerBin ?? current.unknown_numbers_per_bin,
  };
}

type Amounts = Omit<Values, keyof Tries>;

function amountsOf({ withdrawal, application, correction }: SettingsInput): Amounts {
  const usd = (text: string, path: string) => amountOf(text, "USD", path);
  const values: Amounts = {
    withdrawal_review_above_minor: usd(withdrawal.reviewAbove, "withdrawal.reviewAbove"),
    withdrawal_two_above_minor: usd(withdrawal.twoAbove, "withdrawal.twoAbove"),
    withdrawal_day_limit_without_factor_minor: usd(
      withdrawal.dayLimitWithoutFactor,
      "withdrawal.dayLimitWithoutFactor",
    ),
    withdrawal_day_limit_minor: usd(withdrawal.dayLimit, "withdrawal.dayLimit"),
    application_review_above_minor: usd(application.reviewAbove, "application.reviewAbove"),
    correction_max_amount_minor: usd(correction.maxAmount, "correction.maxAmount"),
  };
  if (values.withdrawal_two_above_minor < values.withdrawal_review_above_minor) {
    throw refusedField("withdrawal.twoAbove", "contradiction");
  }
  if (values.withdrawal_day_limit_minor < values.withdrawal_day_limit_without_factor_minor) {
    throw refusedField("withdrawal.dayLimit", "contradiction");
  }
  return values;
}

/** The values as the record tells them, under the names that the wire has for them. */
function told(row: Values): Record<string, string> {
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
  };
}
