import { parseArgs } from "node:util";

/** How much a run loads, and how long it measures. */
export interface Plan {
  readonly name: "full" | "quick";
  readonly customers: number;
  readonly movements: number;
  /** Customers with a session and a card, who generate the HTTP load. */
  readonly callers: number;
  /** The same, with twenty rules each. */
  readonly guarded: number;
  /** Payments in the history that a backtest replays. */
  readonly history: number;
  readonly rounds: number;
  /** Of one contender in one round. */
  readonly seconds: number;
  /** Of each contender before the first round, not counted: compilers and caches warm up. */
  readonly warmUpSeconds: number;
  /** HTTP requests prepared per second; more than any server here can answer. */
  readonly requestsPerSecond: number;
  /** The contenders to measure; all of them if absent. */
  readonly only?: readonly string[];
}

const FULL: Plan = {
  name: "full",
  customers: 100_000,
  movements: 1_000_000,
  callers: 2_000,
  guarded: 1_000,
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
  history: 10_000,
  rounds: 2,
  seconds: 2.5,
  warmUpSeconds: 1,
};

/** Reads `--quick` and `--only topUp,topUpWhole`. */
export function planOf(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: "boolean" }, only: { type: "string" } },
  });
  const plan = values.quick === true ? QUICK : FULL;
  return values.only === undefined ? plan : { ...plan, only: values.only.split(",") };
}
