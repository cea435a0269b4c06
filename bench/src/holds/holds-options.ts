import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** The duration of a run, what it breaks, and its random seed. */
export interface HoldsOptions {
  readonly minutes: number;
  /** Seconds between kills of PostgreSQL. */
  readonly killEvery: number;
  readonly servers: number;
  /** Number of networks sending concurrently. Each network sends one payment after another. */
  readonly clients: number;
  /** Number of funded cards that the networks pay with. */
  readonly cards: number;
  readonly seed: number;
  /** Whether every third kill also kills and restarts a server. */
  readonly killServers: boolean;
  /** File to write the history to, one attempt per line. */
  readonly history?: string;
}

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function holdsOptionsOf(args: readonly string[]): HoldsOptions | undefined {
  const parser = labOptions("lab:holds")
    .option("--minutes <n>", "duration of the run", positive("minutes"), 1)
    .option("--kill-every <n>", "seconds between kills of PostgreSQL", positive("kill-every"), 20)
    .option("--servers <n>", "servers that answer the network", positive("servers"), 2)
    .option("--clients <n>", "networks that send at the same time", positive("clients"), 48)
    .option("--cards <n>", "funded cards that payments are made with", positive("cards"), 120)
    .option("--seed <n>", "seed of amounts, cards and repeats", positive("seed"), 1)
    .option("--kill-servers", "also kill a server at every third kill", false)
    .option("--history <file>", "write every attempt to this file, one per line");
  return parseLabOptions(parser, args);
}
