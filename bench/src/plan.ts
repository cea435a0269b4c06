/** How much a run loads and how long it measures. */
export interface Plan {
  readonly name: "full" | "quick";
  readonly customers: number;
  readonly movements: number;
  /** Customers with a session and a card, who make the HTTP load. */
  readonly callers: number;
  readonly rounds: number;
  /** Of one contender in one round. */
  readonly seconds: number;
  /** The same before the first round, not counted: compilers and caches warm up. */
  readonly warmUpSeconds: number;
  /** HTTP requests prepared for each second; more than any server here answers. */
  readonly requestsPerSecond: number;
}

const FULL: Plan = {
  name: "full",
  customers: 100_000,
  movements: 1_000_000,
  callers: 2_000,
  rounds: 3,
  seconds: 7,
  warmUpSeconds: 3,
  requestsPerSecond: 9_000,
};

const QUICK: Plan = {
  ...FULL,
  name: "quick",
  customers: 10_000,
  movements: 100_000,
  callers: 500,
  rounds: 2,
  seconds: 3,
  warmUpSeconds: 1,
};

export function planOf(args: readonly string[]): Plan {
  return args.includes("--quick") ? QUICK : FULL;
}
