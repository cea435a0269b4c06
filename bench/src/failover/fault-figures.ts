import { percentile } from "../statistics.ts";
import type { Acknowledgment } from "./failover-load.ts";
import type { FaultKind } from "./failover-options.ts";
import type { RefusedWrite } from "./write-probe.ts";

/** A fault that was injected. Times are those of `performance.now()`. */
export interface InjectedFault {
  readonly kind: FaultKind;
  readonly formerPrimary: string;
  readonly nextPrimary: string;
  readonly failedAtMs: number;
  readonly repairedAtMs: number;
  /** When all nodes followed the primary again. */
  readonly healthyAtMs: number;
}

/** What a fault cost, in seconds. */
export interface FaultFigures {
  readonly number: number;
  readonly kind: FaultKind;
  readonly formerPrimary: string;
  readonly nextPrimary: string;
  /** From the fault to the first acknowledgment of a payment or top-up that was sent after it. */
  readonly firstWriteSeconds: number;
  /** The longest time without any acknowledgment until all nodes were healthy again. */
  readonly longestGapSeconds: number;
  /** From the fault until all nodes followed the primary again, including the repair. */
  readonly healthySeconds: number;
  /** Probe writes to the former primary until its repair, and how many of them it acknowledged. */
  readonly formerTries: number;
  readonly formerAcknowledged: number;
}

/** What the probes of all nodes recorded. */
export interface ProbeRecords {
  readonly acknowledged: readonly RefusedWrite[];
  readonly refused: readonly RefusedWrite[];
}

/** Computes what each fault cost from the acknowledgments of the whole run. */
export function figuresOf(
  faults: readonly InjectedFault[],
  acknowledgments: readonly Acknowledgment[],
  probes: ProbeRecords = { acknowledged: [], refused: [] },
): FaultFigures[] {
  return faults.map(({ failedAtMs, repairedAtMs, healthyAtMs, ...fault }, index) => {
    const isOnFormer = ({ node, sentMs }: RefusedWrite) =>
      node === fault.formerPrimary && sentMs > failedAtMs && sentMs < repairedAtMs;
    const formerAcknowledged = probes.acknowledged.filter(isOnFormer).length;
    const first = firstWriteAfter(acknowledgments, failedAtMs);
    return {
      number: index + 1,
      ...fault,
      firstWriteSeconds: seconds((first ?? Number.POSITIVE_INFINITY) - failedAtMs),
      longestGapSeconds: seconds(longestGap(acknowledgments, failedAtMs, healthyAtMs)),
      healthySeconds: seconds(healthyAtMs - failedAtMs),
      formerTries: formerAcknowledged + probes.refused.filter(isOnFormer).length,
      formerAcknowledged,
    };
  });
}

/** Returns when the first write that was sent after `atMs` was acknowledged. */
export function firstWriteAfter(
  acknowledgments: readonly Acknowledgment[],
  atMs: number,
): number | undefined {
  const later = acknowledgments.filter(({ sentMs }) => sentMs > atMs);
  return later.length === 0 ? undefined : Math.min(...later.map(({ ackedMs }) => ackedMs));
}

/** Returns the longest time between two acknowledgments in an interval, including its ends. */
export function longestGap(
  acknowledgments: readonly Acknowledgment[],
  fromMs: number,
  untilMs: number,
): number {
  const times = acknowledgments
    .map(({ ackedMs }) => ackedMs)
    .filter((ms) => ms > fromMs && ms < untilMs)
    .sort((a, b) => a - b);
  const all = [fromMs, ...times, untilMs];
  return Math.max(...all.slice(1).map((ms, index) => ms - (all[index] ?? ms)));
}

/** Returns milliseconds in seconds with two decimals. */
export function seconds(ms: number): number {
  return Math.round(ms / 10) / 100;
}

/** Returns the 95th percentile of some figures. */
export function p95(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.95,
  );
}
