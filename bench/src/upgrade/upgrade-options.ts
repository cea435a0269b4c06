import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** The two releases of a run, its load, and the balancer in front. */
export interface UpgradeOptions {
  /** Commit of the release that is replaced; if absent, a later release is made up instead. */
  readonly from?: string;
  /** Seconds of load in each step. */
  readonly seconds: number;
  /** Customers who top up and read at the same time, and as many networks that send payments. */
  readonly clients: number;
  /** Seconds for which a stopping server still answers, as `DRAIN_SECONDS`. */
  readonly drain: number;
  /** Use the lab's own balancer even if HAProxy is installed. */
  readonly ownBalancer: boolean;
  readonly seed: number;
}

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function upgradeOptionsOf(args: readonly string[]): UpgradeOptions | undefined {
  const parser = labOptions("lab:upgrade")
    .option("--from <commit>", "the release to replace; without it, a later one is made up")
    .option("--seconds <n>", "seconds of load in each step", positive("seconds"), 8)
    .option("--clients <n>", "customers, and as many networks", positive("clients"), 6)
    .option("--drain <n>", "DRAIN_SECONDS of the servers", positive("drain"), 4)
    .option("--own-balancer", "do not use HAProxy", false)
    .option("--seed <n>", "seed of amounts, cards and repeats", positive("seed"), 1);
  return parseLabOptions(parser, args);
}
