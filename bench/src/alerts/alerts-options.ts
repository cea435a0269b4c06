import { labOptions, parseLabOptions } from "../lab-options.ts";

/** Which alerts a run causes, and what it keeps. */
export interface AlertsOptions {
  /** The only alert to cause; all if absent. */
  readonly only?: string;
  /** What the names of the servers' log files begin with; logs are dropped if absent. */
  readonly logs?: string;
}

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function alertsOptionsOf(args: readonly string[]): AlertsOptions | undefined {
  const parser = labOptions("lab:alerts")
    .option("--only <alert>", "cause this alert only, with those that fire with it")
    .option("--logs <path>", "write the servers' logs to files that begin with this")
    .addHelpText("after", "\nNeeds Prometheus from Debian's package, and Linux.");
  return parseLabOptions(parser, args);
}
