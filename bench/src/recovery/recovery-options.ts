import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

export interface RecoveryOptions {
  /** Seconds of load in each phase: before the base backup, after it, and after the target time. */
  readonly seconds: number;
  /** Number of movements in flight. */
  readonly clients: number;
  readonly customers: number;
  /** Whether to keep the backup, the archive and the restored data for inspection. */
  readonly keep: boolean;
}

const NOTE = `
PG_BIN names the folder with pg_basebackup of PostgreSQL 18; without it PATH is searched.`;

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function recoveryOptionsOf(args: readonly string[]): RecoveryOptions | undefined {
  const parser = labOptions("lab:recovery")
    .option("--seconds <n>", "seconds of load per phase", positive("seconds"), 5)
    .option("--clients <n>", "movements in flight", positive("clients"), 64)
    .option("--customers <n>", "customers who own the movements", positive("customers"), 200)
    .option("--keep", "keep the backup, the archive and the restored data", false)
    .addHelpText("after", NOTE);
  return parseLabOptions(parser, args);
}
