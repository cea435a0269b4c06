import { Option } from "commander";
import { seedsOf } from "../chain/chain-options.ts";
import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** Which walks a run makes, and how long they are. */
export interface PayoutOptions {
  readonly seeds: { readonly first: number; readonly last: number };
  /** How many random acts a walk has. */
  readonly steps: number;
  /** Every how many walks the servers, the signer and the node are processes of their own. */
  readonly processesEvery: number;
  /** Plants a bug: the run succeeds only if the checker finds it. */
  readonly control: PayoutControl | undefined;
}

/**
 * The bugs that can be planted.
 *
 * - `unknown-is-unsent`: a payout that no block contains is taken for one that was never sent
 * - `nonce-reuse`: with the database, the signer forgets which nonces it has signed
 */
const CONTROLS = ["unknown-is-unsent", "nonce-reuse"] as const;
export type PayoutControl = (typeof CONTROLS)[number];

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function payoutOptionsOf(args: readonly string[]): PayoutOptions | undefined {
  const parser = labOptions("lab:payout")
    .option("--seeds <n..m>", "the seeds, one walk for each", seedsOf, { first: 1, last: 20 })
    .option("--steps <n>", "random acts of each walk", positive("steps"), 60)
    .option("--processes-every <n>", "walks between two with real processes", positive("n"), 10)
    .addOption(
      new Option("--control <bug>", "plant a bug that the checker must find").choices(CONTROLS),
    );
  return parseLabOptions(parser, args);
}
