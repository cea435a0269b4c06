import { expect, test } from "vitest";
import { GOALS, goalsOf, scoreOf } from "./report.ts";
import { runInterleaved } from "./rounds.ts";

function figuresOf(perSecond: Record<string, number>, p99Ms: Record<string, number>) {
  return Object.fromEntries(
    Object.entries(perSecond).map(([name, value]) => [
      name,
      { perSecond: [value, value, value], p99Ms: [p99Ms[name] ?? 1] },
    ]),
  );
}

const FIGURES = figuresOf(
  {
    tpcb: 1_000,
    ledgerHouse: 8_000,
    ledgerCustomer: 5_000,
    ledgerHot: 2_500,
    interactive: 400,
    topUp: 1_600,
    topUpWhole: 1_600 / 1.3,
    transferOutWhole: 1_000,
    withdrawalWhole: 125,
    authorise: 1_500,
    authorizationDrawing: 1_305,
    authorise20: 1_200,
  },
  { interactive: 90, topUp: 30 },
);
const ALL = {
  ...FIGURES,
  authorise20Half: { p99Ms: [22.5] },
  decision: { us20: [5], us80: [20] },
  backtest: { seconds: [3, 3, 3] },
};

test("report: ratios are relative to the baseline of the same run", () => {
  expect(scoreOf("pgbench", ALL)).toEqual({
    baselineKind: "pgbench",
    baselineTps: 1_000,
    ledgerHouse: 8,
    ledgerCustomer: 5,
    ledgerHot: 2.5,
    topUp: 1.6,
    topUpVsInteractive: 4,
    topUpP99VsInteractive: 0.333,
    topUpWholeVsTopUp: 1.3,
    transferOutWhole: 1,
    withdrawalWhole: 0.125,
    authorise: 1.5,
    authorizationDrawing: 0.87,
    authorise20: 1.2,
    authorise20P99VsInteractive: 0.25,
    decisionGrowth: 4,
    backtestSeconds: 3,
  });
});

test("report: a result exactly at its goal passes, and one just below it fails", () => {
  const score = scoreOf("pgbench", ALL);
  expect(GOALS.filter(({ met }) => !met(score)).map(({ key }) => key)).toEqual([]);
  const worse = {
    ...score,
    ledgerHouse: 7.999,
    ledgerCustomer: 4.999,
    ledgerHot: 2.49,
    topUp: 1.499,
    topUpVsInteractive: 3.99,
    topUpP99VsInteractive: 0.334,
    topUpWholeVsTopUp: 1.31,
    authorise: 1.4,
    authorizationDrawing: 0.869,
    authorise20: 1.199,
    authorise20P99VsInteractive: 0.251,
    decisionGrowth: 4.01,
    backtestSeconds: 3.01,
  };
  expect(GOALS.filter(({ met }) => met(worse))).toEqual([]);
});

test("report: ratios without a limit follow the goals, and are neither met nor missed", () => {
  const lines = goalsOf(scoreOf("pgbench", ALL)).split("\n");
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ...GOALS.map(({ key, says }) => [key, expect.stringMatching(/^[\d.]+$/), says, "met"]),
    ["transferOutWhole", "1", "x TPC-B", "no limit"],
    ["withdrawalWhole", "0.125", "x TPC-B", "no limit"],
  ]);
});

test("report: rounds are interleaved, so that a disturbance affects every contender", async () => {
  const order: string[] = [];
  const contender = (name: string) => ({
    name,
    run: async (seconds: number) => {
      order.push(`${name} for ${seconds} s`);
      return { perSecond: order.length };
    },
  });
  const figures = await runInterleaved(
    [contender("a"), contender("b")],
    { rounds: 2, seconds: 7, warmUpSeconds: 3 },
    () => undefined,
  );
  const round = ["a for 7 s", "b for 7 s"];
  expect(order).toEqual(["a for 3 s", "b for 3 s", ...round, ...round]);
  // Figures from the warm-up are not counted.
  expect(figures).toEqual({ a: { perSecond: [3, 5] }, b: { perSecond: [4, 6] } });
});
