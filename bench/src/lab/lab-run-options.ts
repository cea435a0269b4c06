import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** The length of a run, what it breaks, and its random seed. */
export interface LabRunOptions {
  /** Breaks each kind of thing once, within 90 s. */
  readonly quick: boolean;
  /** Runs until every count is reached, for at most an hour. */
  readonly full: boolean;
  readonly minutes: number;
  readonly servers: number;
  readonly seed: number;
  /** Whether a mail server and a custodian fail, too; never in the quick part. */
  readonly partners: boolean;
  readonly history?: string;
}

/** The counts that a full run reaches. */
export const FULL = { databaseKills: 200, serverKills: 300, minutes: 50 } as const;

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function labRunOptionsOf(args: readonly string[]): LabRunOptions | undefined {
  const parser = labOptions("lab")
    .option("--quick", "break each kind of thing once, within 90 s", false)
    .option(
      "--full",
      `kill PostgreSQL ${FULL.databaseKills} and servers ${FULL.serverKills} times, within an hour`,
      false,
    )
    .option("--minutes <n>", "duration of the run", positive("minutes"), 2)
    .option("--servers <n>", "servers that answer", positive("servers"), 2)
    .option("--seed <n>", "seed of the load and of the faults", positive("seed"), 1)
    .option("--no-partners", "leave out the mail server and the custodian that fail")
    .option("--history <file>", "write every event to this file, one per line");
  const options = parseLabOptions<LabRunOptions>(parser, args);
  if (options?.quick === true && options.full) {
    throw new TypeError("--quick and --full exclude each other");
  }
  return options;
}
