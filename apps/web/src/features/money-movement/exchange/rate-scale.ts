import { greater, lesser, parseRate } from "@tessera/money";
import { placeBetween } from "../../../ui/chart/chart-scale.ts";

const DAY_MS = 86_400_000;

/** A rate at the time of its publication. */
export interface RatePoint {
  readonly at: string;
  readonly rate: string;
}

/** A point of the line, each coordinate from 0 to 1, with the highest rate at the top. */
export type LinePoint = readonly [x: number, y: number];

/**
 * Returns the points of a rate's line, oldest first. The scale begins at the lowest rate, because
 * rates change little. Days without a rate leave a gap between points.
 */
export function linePoints(points: readonly RatePoint[]): readonly LinePoint[] {
  const values = points.map(({ rate }) => parseRate(rate) ?? 0n);
  const [newest = 0n] = values.slice(-1);
  const least = values.reduce(lesser, newest);
  const most = values.reduce(greater, newest);
  const days = points.map(({ at }) => Math.floor(Date.parse(at) / DAY_MS));
  const [first = 0] = days;
  const span = Math.max(1, (days.at(-1) ?? 0) - first);
  return points.map((_, place) => [
    ((days[place] ?? 0) - first) / span,
    1 - placeBetween(values[place] ?? 0n, least, most),
  ]);
}
