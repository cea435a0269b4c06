import type { Acknowledgment } from "../failover/failover-load.ts";
import { longestGap, seconds } from "../failover/fault-figures.ts";
import type { ProbeWrite, RefusedWrite } from "../failover/write-probe.ts";
import { median } from "../statistics.ts";

/** A move that was made. Times are those of `performance.now()`. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly beganAtMs: number;
  /** When the command had ended. */
  readonly endedAtMs: number;
  /** When the old server had been started again and stopped. */
  readonly retiredAtMs: number;
  /** The pause in seconds that the command printed. */
  readonly printedPause: number;
}

/** What a move cost, in seconds, and what the probe of the old server did. */
export interface MoveFigures {
  readonly number: number;
  readonly from: string;
  readonly to: string;
  /** From the fence to the first commit on the new server, as the command printed it. */
  readonly printedPause: number;
  /** The longest time without any acknowledged payment or top-up, until the old server stopped. */
  readonly longestGap: number;
  /** How long the command ran. */
  readonly command: number;
  /** Probe writes to the old server after the move, and how many of them it acknowledged. */
  readonly formerTries: number;
  readonly formerAcknowledged: number;
}

/** Computes what each move cost from the acknowledgments of the whole run. */
export function moveFiguresOf(
  moves: readonly Move[],
  acknowledgments: readonly Acknowledgment[],
  probes: {
    readonly acknowledged: readonly Pick<ProbeWrite, "node" | "sentMs">[];
    readonly refused: readonly RefusedWrite[];
  },
): MoveFigures[] {
  return moves.map(({ from, to, beganAtMs, endedAtMs, retiredAtMs, printedPause }, index) => {
    const isOnFormer = ({ node, sentMs }: RefusedWrite) =>
      node === from && sentMs > endedAtMs && sentMs < retiredAtMs;
    const formerAcknowledged = probes.acknowledged.filter(isOnFormer).length;
    return {
      ...{ number: index + 1, from, to, printedPause },
      longestGap: seconds(longestGap(acknowledgments, beganAtMs, retiredAtMs)),
      command: seconds(endedAtMs - beganAtMs),
      formerTries: formerAcknowledged + probes.refused.filter(isOnFormer).length,
      formerAcknowledged,
    };
  });
}

/** Returns the median and the maximum of some figures, as text. */
export function spread(values: readonly number[]): string {
  return `${median(values).toFixed(2)} s, at most ${Math.max(...values).toFixed(2)} s`;
}

/** Returns the pause in the output of the command; undefined if it printed none. */
export function pauseIn(output: string): number | undefined {
  const [, found] = /Nothing was committed for (\d+(?:\.\d+)?) s\./.exec(output) ?? [];
  return found === undefined ? undefined : Number(found);
}
