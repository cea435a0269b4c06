import { seedsOf } from "../chain/chain-options.ts";
import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** Which walks a run makes, and how long they are. */
export interface WebhooksOptions {
  readonly seeds: { readonly first: number; readonly last: number };
  /** How many random acts a walk has. */
  readonly steps: number;
  /** How often a server is killed in a walk. */
  readonly kills: number;
  /** Plants a bug: the run succeeds only if the checker finds it. */
  readonly control: boolean;
}

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function webhooksOptionsOf(args: readonly string[]): WebhooksOptions | undefined {
  const parser = labOptions("lab:webhooks")
    .option("--seeds <n..m>", "the seeds, one walk for each", seedsOf, { first: 1, last: 20 })
    .option("--steps <n>", "random acts of each walk", positive("steps"), 80)
    .option("--kills <n>", "kills of a server in each walk", positive("kills"), 3)
    .option("--control", "plant a bug that the checker must find", false);
  return parseLabOptions(parser, args);
}
