import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** What a run checks, and for how long. */
export interface ServersOptions {
  /** The numbers of servers, one after the other. */
  readonly servers: readonly number[];
  /** Seconds of load before and after each server that is replaced. */
  readonly seconds: number;
  /** Seconds for which one server is frozen. */
  readonly freeze: number;
  /** Concurrent customers, and as many networks, during replacements and the freeze. */
  readonly clients: number;
  readonly seed: number;
  /** What the names of the servers' log files begin with; if absent, the logs are deleted. */
  readonly logs?: string;
}

function counts(text: string): readonly number[] {
  const numbers = text.split(",").map(Number);
  if (!numbers.every((one) => Number.isInteger(one) && one >= 2 && one <= 8)) {
    throw new RangeError(`--servers must be numbers from 2 to 8, such as 2,4, not ${text}`);
  }
  return numbers;
}

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function serversOptionsOf(args: readonly string[]): ServersOptions | undefined {
  const parser = labOptions("lab:servers")
    .option("--servers <n,n>", "numbers of servers, one run for each", counts, [2, 4])
    .option("--seconds <n>", "seconds of load around each replacement", positive("seconds"), 4)
    .option("--freeze <n>", "seconds for which a server is frozen", positive("freeze"), 20)
    .option("--clients <n>", "customers, and as many networks", positive("clients"), 4)
    .option("--seed <n>", "seed of amounts, cards and repeats", positive("seed"), 1)
    .option("--logs <prefix>", "keep the servers' logs in files whose names begin like this");
  return parseLabOptions(parser, args);
}
