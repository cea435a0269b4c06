import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** The releases in a run, its load, and the balancer. */
export interface UpgradeOptions {
  /**
   * Commit of the release to replace. If absent, the working tree is replaced by a later release
   * made up from it.
   */
  readonly from?: string;
  /** Seconds of load during each step. */
  readonly seconds: number;
  /**
   * Number of concurrent customers who send top-ups and reads, and of networks that send payments.
   */
  readonly clients: number;
  /** How long a stopping server keeps serving requests, in seconds; passed as `DRAIN_SECONDS`. */
  readonly drain: number;
  /** Whether to use the lab's own balancer even if HAProxy is installed. */
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
