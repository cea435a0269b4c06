import { labOptions, parseLabOptions, positive } from "../lab-options.ts";

/** A run's moves, load and output. */
export interface MoveOptions {
  /** How often the cell moves: there, back, there and so on. */
  readonly moves: number;
  readonly seed: number;
  /** Number of networks that send payments, and of customers who send top-ups. */
  readonly clients: number;
  /** Seconds of undisturbed load before each move. */
  readonly calm: number;
  /** File for the figures of each move, as JSON. */
  readonly json?: string;
  /** Whether to keep the folder with logs and data. */
  readonly keep: boolean;
}

const NOTE = `
Without CITUS_HOME, the cell is a plain PostgreSQL, and the other cell reaches the directory in it
through postgres_fdw. CITUS_HOME names a PostgreSQL 18 with Citus 14; the directory is then
distributed over two nodes of its own.`;

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError, RangeError for invalid arguments
 */
export function moveOptionsOf(args: readonly string[]): MoveOptions | undefined {
  const parser = labOptions("lab:move")
    .option("--moves <n>", "how often the cell moves", positive("moves"), 6)
    .option("--seed <n>", "seed of amounts and cards", positive("seed"), 1)
    .option("--clients <n>", "networks, and as many customers", positive("clients"), 4)
    .option("--calm <n>", "seconds of load before each move", positive("calm"), 5)
    .option("--json <file>", "write the figures to this file")
    .option("--keep", "keep logs and data", false)
    .addHelpText("after", NOTE);
  return parseLabOptions(parser, args);
}
