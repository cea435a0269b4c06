import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** The length of a run, what it breaks, and its random seed. */
export interface LabRunOptions {
  /** Breaks each kind of thing once, within 90 s. */
  readonly quick: boolean;
  /** Runs rounds with one server, two servers, two cells and an issuer, within an hour. */
  readonly full: boolean;
  /** For how long things are broken; absent for the default of the run. */
  readonly minutes?: number;
  readonly servers: number;
  readonly cells: number;
  readonly seed: number;
  /** Whether a mail server and a custodian fail, too; never in the quick part. */
  readonly partners: boolean;
  /** Whether a failing issuer issues the cards and sends the payments. */
  readonly issuer: boolean;
  readonly history?: string;
}

/** The counts that a full run reaches, unless its time is over before. */
export const FULL = { databaseKills: 200, serverKills: 300, minutes: 38 } as const;

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
      "rounds with one server, two servers, two cells and an issuer: kill PostgreSQL " +
        `${FULL.databaseKills} and servers ${FULL.serverKills} times, or as often as time allows`,
      false,
    )
    .option(
      "--minutes <n>",
      `how long to break things: 2 by default, ${FULL.minutes} with --full`,
      positive("minutes"),
    )
    .option("--servers <n>", "servers that answer", positive("servers"), 2)
    .option("--cells <n>", "databases with customers of their own, 1 or 2", positive("cells"), 1)
    .option("--seed <n>", "seed of the load and of the faults", positive("seed"), 1)
    .option("--no-partners", "leave out the mail server and the custodian that fail")
    .option("--issuer", "let an issuer that fails issue the cards and send the payments", false)
    .option("--history <file>", "write every event to this file, one per line");
  const options = parseLabOptions<LabRunOptions>(parser, args);
  if (options?.quick === true && options.full) {
    throw new TypeError("--quick and --full exclude each other");
  }
  if (options?.issuer === true && (options.quick || options.cells > 1)) {
    throw new TypeError("--issuer works with one cell, and not with --quick");
  }
  if (options !== undefined && options.cells !== 1 && options.cells !== 2) {
    throw new RangeError("--cells must be 1 or 2");
  }
  return options;
}
