import type { ProgrammeSettingRow } from "../../db/tables/program.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { findSettingsVersion, listSettings } from "./settings.repository.ts";

/** The programme's limits and thresholds. Amounts are minor units of US dollars. */
export interface ProgrammeSettings {
  readonly version: number;
  readonly withdrawal: {
    /** Above it, a withdrawal waits for somebody's decision. */
    readonly reviewAboveMinor: bigint;
    /** Above it, for that of two people. */
    readonly twoAboveMinor: bigint;
    /** What may be withdrawn in a day by who has no second factor. */
    readonly dayLimitWithoutFactorMinor: bigint;
    readonly dayLimitMinor: bigint;
  };
  readonly application: {
    /** An application with a higher opening fee waits for somebody's decision. */
    readonly reviewAboveMinor: bigint;
  };
  readonly correction: {
    /** The most that one correction may move. */
    readonly maxAmountMinor: bigint;
  };
  readonly tries: {
    /** Wrong expiry dates and CVVs within 24 hours that hold a card for verification. */
    readonly wrongPerCard: number;
    /** Unknown numbers of one BIN within ten minutes that operators are alerted to. */
    readonly unknownPerBin: number;
  };
}

const kept = new WeakMap<AppContext, ProgrammeSettings>();

/**
 * The limits and thresholds in force. Which version that is, is asked each time, which one look at
 * an index answers; what it says is kept. So every server goes by a new version as soon as it is
 * written.
 */
export async function programmeSettings(context: AppContext, tx: Tx): Promise<ProgrammeSettings> {
  const version = await findSettingsVersion(tx);
  const known = kept.get(context);
  if (known?.version === version) {
    return known;
  }
  const [row] = await listSettings(tx, 1);
  if (row === undefined) {
    throw new Error("the programme has no settings");
  }
  const settings = settingsOf(row);
  kept.set(context, settings);
  return settings;
}

/** A stored version as it is used. */
export function settingsOf(row: ProgrammeSettingRow): ProgrammeSettings {
  return {
    version: row.version,
    withdrawal: {
      reviewAboveMinor: row.withdrawal_review_above_minor,
      twoAboveMinor: row.withdrawal_two_above_minor,
      dayLimitWithoutFactorMinor: row.withdrawal_day_limit_without_factor_minor,
      dayLimitMinor: row.withdrawal_day_limit_minor,
    },
    application: { reviewAboveMinor: row.application_review_above_minor },
    correction: { maxAmountMinor: row.correction_max_amount_minor },
    tries: {
      wrongPerCard: row.wrong_tries_per_card,
      unknownPerBin: row.unknown_numbers_per_bin,
    },
  };
}
