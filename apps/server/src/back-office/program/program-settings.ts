import type { ProgramSettingRow } from "../../db/tables/program.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";
import { findSettingsVersion, listSettings } from "./settings.repository.ts";

/** The program's limits and thresholds. Amounts are in minor units of US dollars. */
export interface ProgramSettings {
  readonly version: number;
  readonly withdrawal: {
    /** Amount above which a withdrawal waits for an operator's decision. */
    readonly reviewAboveMinor: bigint;
    /** Amount above which a withdrawal waits for two operators' decisions. */
    readonly twoAboveMinor: bigint;
    /** Amount that a customer without a second factor may withdraw per day. */
    readonly dayLimitWithoutFactorMinor: bigint;
    readonly dayLimitMinor: bigint;
  };
  readonly application: {
    /** Opening fee above which an application waits for an operator's decision. */
    readonly reviewAboveMinor: bigint;
  };
  readonly correction: {
    /** Maximum amount of an adjustment. */
    readonly maxAmountMinor: bigint;
  };
  readonly tries: {
    /**
     * Number of wrong expiry dates and CVVs within 24 hours that freezes a card for verification.
     */
    readonly wrongPerCard: number;
    /**
     * Number of unknown PANs with one BIN, within ten minutes, that triggers an alert to operators.
     */
    readonly unknownPerBin: number;
  };
  readonly exchange: {
    /** What the program takes on an exchange, for each day begun since the rate was published. */
    readonly spreadBasisPoints: number;
    /** The most that a cell's open position in one currency may be worth. */
    readonly positionLimitMinor: bigint;
  };
}

/** The settings that this server read last. */
const keptSettings = defineService("program settings", (): { last?: ProgramSettings } => ({}));

/**
 * Returns the current limits and thresholds. Queries the current version number every time, with
 * one index lookup, but caches that version's values. As a result, every server uses a new version
 * as soon as it is committed.
 */
export async function programSettings(context: AppContext, tx: Tx): Promise<ProgramSettings> {
  const version = await findSettingsVersion(tx);
  const kept = context.use(keptSettings);
  if (kept.last?.version === version) {
    return kept.last;
  }
  const [row] = await listSettings(tx, 1);
  if (row === undefined) {
    throw new Error("the program has no settings");
  }
  const settings = settingsOf(row);
  kept.last = settings;
  return settings;
}

/** Converts a stored version of the settings to program settings. */
export function settingsOf(row: ProgramSettingRow): ProgramSettings {
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
    exchange: {
      spreadBasisPoints: row.exchange_spread_basis_points,
      positionLimitMinor: row.exchange_position_limit_minor,
    },
  };
}
