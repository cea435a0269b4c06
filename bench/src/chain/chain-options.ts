import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** Which walks a run makes, and how long they are. */
export interface ChainOptions {
  readonly seeds: { readonly first: number; readonly last: number };
  /** How many random acts a walk has. */
  readonly steps: number;
  /** How many servers read the chain at the same time. */
  readonly servers: number;
  /** How many walks are made at the same time. */
  readonly atOnce: number;
}

/** Reads `7` or `1..200`. */
export function seedsOf(text: string): ChainOptions["seeds"] {
  const [, from, to = from] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || last < first) {
    throw new RangeError(`--seeds must be a number, or two such as 1..200, not ${text}`);
  }
  return { first, last };
}

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function chainOptionsOf(args: readonly string[]): ChainOptions | undefined {
  const parser = labOptions("lab:chain")
    .option("--seeds <n..m>", "the seeds, one walk for each", seedsOf, { first: 1, last: 20 })
    .option("--steps <n>", "random acts of each walk", positive("steps"), 120)
    .option("--servers <n>", "servers that read the chain at once", positive("servers"), 3)
    .option("--at-once <n>", "walks that are made at the same time", positive("at-once"), 3);
  return parseLabOptions(parser, args);
}
