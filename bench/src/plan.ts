import { parseArgs } from "node:util";

/** The amount of data that a run loads, and the duration of its measurements. */
export interface Plan {
  readonly name: "full" | "quick";
  readonly customers: number;
  readonly movements: number;
  /** Number of customers with a session and a card, who generate the HTTP load. */
  readonly callers: number;
  /** Number of additional customers of this kind, each with twenty rules. */
  readonly guarded: number;
  /** Number of additional customers of this kind, each with an empty card that draws. */
  readonly drawing: number;
  /** Number of payments in the history that a backtest replays. */
  readonly history: number;
  readonly rounds: number;
  /** Seconds that each contender runs in each round. */
  readonly seconds: number;
  /**
   * Seconds that each contender runs before the first round, to warm up compilers and caches. These
   * are not counted.
   */
  readonly warmUpSeconds: number;
  /** HTTP requests prepared per second of a round; more than any server here can handle. */
  readonly requestsPerSecond: number;
  /** Names of the contenders to measure; all of them if absent. */
  readonly only?: readonly string[];
}

const FULL: Plan = {
  name: "full",
  customers: 100_000,
  movements: 1_000_000,
  callers: 2_000,
  guarded: 1_000,
  drawing: 1_000,
  history: 100_000,
  rounds: 3,
  seconds: 6,
  warmUpSeconds: 3,
  requestsPerSecond: 9_000,
};

const QUICK: Plan = {
  ...FULL,
  name: "quick",
  customers: 10_000,
  movements: 100_000,
  callers: 1_000,
  guarded: 150,
  drawing: 150,
  history: 10_000,
  rounds: 2,
  seconds: 2.5,
  warmUpSeconds: 1,
};

/** Parses `--quick` and `--only topUp,topUpWhole`. */
export function planOf(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: "boolean" }, only: { type: "string" } },
  });
  const plan = values.quick === true ? QUICK : FULL;
  return values.only === undefined ? plan : { ...plan, only: values.only.split(",") };
}
