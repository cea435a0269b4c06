import type { Figures } from "./rounds.ts";
import { median, range } from "./statistics.ts";

/**
 * The last line of a benchmark run. All fields except the first two are ratios to baselines
 * measured in the same run, unless noted otherwise.
 */
export interface Score {
  readonly baselineKind: "pgbench" | "driver";
  readonly baselineTps: number;
  readonly ledgerHouse: number;
  readonly ledgerCustomer: number;
  readonly ledgerHot: number;
  readonly topUp: number;
  readonly topUpVsInteractive: number;
  readonly topUpP99VsInteractive: number;
  /** The time for a quote plus its confirmation, relative to the confirmation alone. */
  readonly topUpWholeVsTopUp: number;
  /** The rate of card withdrawals, each with its quote and its confirmation, relative to TPC-B. */
  readonly transferOutWhole: number;
  /**
   * The rate of withdrawals to an outside address, each with its quote, its step-up token and its
   * creation, relative to TPC-B.
   */
  readonly withdrawalWhole: number;
  readonly authorise: number;
  /** The rate of authorizations that draw on the account, relative to those that do not. */
  readonly authorizationDrawing: number;
  /** The rate of authorizations with twenty rules on the card, including their windows. */
  readonly authorise20: number;
  /** The p99 latency at half the load with twenty rules. */
  readonly authorise20P99VsInteractive: number;
  /** The time for a decision with 80 applicable rules, relative to 20 rules. */
  readonly decisionGrowth: number;
  /** Seconds to backtest the plan's history with the twenty rules. */
  readonly backtestSeconds: number;
}

/** The goal for each ratio, as worded in the table. */
export const GOALS: readonly {
  readonly key: keyof Score;
  readonly says: string;
  met(score: Score): boolean;
}[] = [
  { key: "ledgerHouse", says: "at least 8 x TPC-B", met: (score) => score.ledgerHouse >= 8 },
  { key: "ledgerCustomer", says: "at least 5 x TPC-B", met: (score) => score.ledgerCustomer >= 5 },
  { key: "ledgerHot", says: "at least half of ledgerCustomer", met: hotIsHalf },
  { key: "topUp", says: "at least 1.5 x TPC-B", met: (score) => score.topUp >= 1.5 },
  {
    key: "topUpVsInteractive",
    says: "at least 4 x interactive",
    met: (score) => score.topUpVsInteractive >= 4,
  },
  {
    key: "topUpP99VsInteractive",
    says: "at most a third of interactive",
    met: (score) => score.topUpP99VsInteractive <= 1 / 3,
  },
  {
    key: "topUpWholeVsTopUp",
    says: "at most 1.3 x the confirmation",
    met: (score) => score.topUpWholeVsTopUp <= 1.3,
  },
  { key: "authorise", says: "at least 1.5 x TPC-B", met: (score) => score.authorise >= 1.5 },
  {
    key: "authorizationDrawing",
    says: "at least 0.87 x without a draw",
    met: (score) => score.authorizationDrawing >= 0.87,
  },
  { key: "authorise20", says: "at least 1.2 x TPC-B", met: (score) => score.authorise20 >= 1.2 },
  {
    key: "authorise20P99VsInteractive",
    says: "at most a quarter of interactive",
    met: (score) => score.authorise20P99VsInteractive <= 1 / 4,
  },
  {
    key: "decisionGrowth",
    says: "at most 4, for 4 x the strategies",
    met: (score) => score.decisionGrowth <= 4,
  },
  { key: "backtestSeconds", says: "at most 3 s", met: (score) => score.backtestSeconds <= 3 },
];

/** Ratios to TPC-B that are reported among the goals, but have no limit. */
const WITHOUT_LIMIT = [
  "transferOutWhole",
  "withdrawalWhole",
] as const satisfies readonly (keyof Score)[];

function hotIsHalf(score: Score): boolean {
  return score.ledgerHot >= score.ledgerCustomer / 2;
}

/** The contender whose authorizations draw nothing on the account. */
const NOT_DRAWING = "authorise";

/** Returns the ratios of the medians over all rounds in a run. */
export function scoreOf(kind: Score["baselineKind"], figures: Figures): Score {
  const tps = medianOf(figures, "tpcb", "perSecond");
  const topUps = medianOf(figures, "topUp", "perSecond");
  const ratio = (name: string) => round(medianOf(figures, name, "perSecond") / tps);
  return {
    baselineKind: kind,
    baselineTps: Math.round(tps),
    ledgerHouse: ratio("ledgerHouse"),
    ledgerCustomer: ratio("ledgerCustomer"),
    ledgerHot: ratio("ledgerHot"),
    topUp: ratio("topUp"),
    topUpVsInteractive: round(topUps / medianOf(figures, "interactive", "perSecond")),
    topUpP99VsInteractive: round(
      medianOf(figures, "topUp", "p99Ms") / medianOf(figures, "interactive", "p99Ms"),
    ),
    topUpWholeVsTopUp: round(topUps / medianOf(figures, "topUpWhole", "perSecond")),
    transferOutWhole: ratio("transferOutWhole"),
    withdrawalWhole: ratio("withdrawalWhole"),
    authorise: ratio(NOT_DRAWING),
    authorizationDrawing: round(
      medianOf(figures, "authorizationDrawing", "perSecond") /
        medianOf(figures, NOT_DRAWING, "perSecond"),
    ),
    authorise20: ratio("authorise20"),
    authorise20P99VsInteractive: round(
      medianOf(figures, "authorise20Half", "p99Ms") / medianOf(figures, "interactive", "p99Ms"),
    ),
    decisionGrowth: round(
      medianOf(figures, "decision", "us80") / medianOf(figures, "decision", "us20"),
    ),
    backtestSeconds: round(medianOf(figures, "backtest", "seconds")),
  };
}

function medianOf(figures: Figures, name: string, figure: string): number {
  return median(figures[name]?.[figure] ?? []);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Returns one line per figure: the median, the lowest and the highest round. */
export function tableOf(figures: Figures): string {
  const rows = Object.entries(figures).flatMap(([name, ofName]) =>
    Object.entries(ofName).map(([figure, values]) => {
      const { low, high } = range(values);
      const numbers = [median(values), low, high].map((value) => format(value).padStart(12));
      return `${name.padEnd(16)}${figure.padEnd(14)}${numbers.join("")}`;
    }),
  );
  const head = ["median", "lowest", "highest"].map((word) => word.padStart(12)).join("");
  return [`${"".padEnd(30)}${head}`, ...rows].join("\n");
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(2);
}

/**
 * Returns one line per goal: the result, the goal, and whether it is met. The ratios without a
 * limit follow.
 */
export function goalsOf(score: Score): string {
  const lines = [
    ...GOALS.map(({ key, says, met }) => ({ key, says, verdict: met(score) ? "met" : "MISSED" })),
    ...WITHOUT_LIMIT.map((key) => ({ key, says: "x TPC-B", verdict: "no limit" })),
  ];
  return lines
    .map(
      ({ key, says, verdict }) =>
        `${key.padEnd(30)}${String(score[key]).padStart(8)}   ${says.padEnd(36)}${verdict}`,
    )
    .join("\n");
}
