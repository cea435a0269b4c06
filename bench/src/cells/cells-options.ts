import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** The parts of the lab. */
export const SECTIONS = ["cost", "races", "kill", "commits", "directory"] as const;
export type Section = (typeof SECTIONS)[number];

/** What a run tries, and how much of it. */
export interface CellsOptions {
  readonly only?: Section;
  /** Numbers of cells of the programs whose cost is compared. */
  readonly cells: readonly number[];
  readonly rounds: number;
  /** How often each operation is performed per round, over all cells of a program. */
  readonly operations: number;
  readonly pairs: number;
  /** How often processes are killed during registrations. */
  readonly kills: number;
  readonly customers: number;
  readonly seed: number;
  readonly json?: string;
  readonly keep: boolean;
}

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function cellsOptionsOf(args: readonly string[]): CellsOptions | undefined {
  const parser = labOptions("lab:cells")
    .option("--only <part>", `one of ${SECTIONS.join(", ")}`, sectionOf)
    .option("--cells <list>", "numbers of cells whose cost is compared", numbersOf, [1, 2, 4])
    .option("--rounds <n>", "interleaved rounds of the cost", positive("rounds"), 5)
    .option("--operations <n>", "of each kind per round", positive("operations"), 400)
    .option("--pairs <n>", "races for one name", positive("pairs"), 1_000)
    .option("--kills <n>", "kills during registrations", positive("kills"), 12)
    .option("--customers <n>", "in the verified directory", positive("customers"), 100_000)
    .option("--seed <n>", "seed of random choices", positive("seed"), 1)
    .option("--json <file>", "write the results to a file")
    .option("--keep", "keep the data folders", false);
  return parseLabOptions(parser, args);
}

function sectionOf(text: string): Section {
  const section = SECTIONS.find((one) => one === text);
  if (section === undefined) {
    throw new RangeError(`--only must be one of ${SECTIONS.join(", ")}, not ${text}`);
  }
  return section;
}

function numbersOf(text: string): number[] {
  return text.split(",").map(positive("cells"));
}
