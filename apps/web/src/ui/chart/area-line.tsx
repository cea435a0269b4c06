import { placeBetween, rangeOf } from "./chart-scale.ts";

const WIDTH = 342;
const HEIGHT = 96;
const MARGIN = 6;
const DOT = 9;

interface AreaLineProps {
  /** Minor units, oldest first. */
  readonly values: readonly bigint[];
}

function points(values: readonly bigint[]): (readonly [x: number, y: number])[] {
  // The range always includes zero, so that a small change looks small; debt extends the range
  // below zero.
  const [lower, upper] = rangeOf(values);
  const room = WIDTH - DOT;
  return values.map((value, place) => [
    (place / Math.max(1, values.length - 1)) * room,
    HEIGHT - MARGIN - placeBetween(value, lower, upper) * (HEIGHT - 2 * MARGIN),
  ]);
}

/** Renders daily balances as a step line that ends with a tile for the last balance. */
export function AreaLine({ values }: AreaLineProps) {
  const line = points(values);
  const [last] = line.slice(-1);
  const path = line.map(([x, y], place) => (place === 0 ? `M${x} ${y}` : `H${x} V${y}`)).join(" ");
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block h-auto w-full" aria-hidden="true">
      <path d={`${path} V${HEIGHT} H0 Z`} fill="var(--accent-soft)" />
      <path d={path} fill="none" stroke="var(--accent)" strokeWidth={2} strokeLinejoin="round" />
      {last !== undefined && (
        <rect
          x={last[0] - DOT / 2 + 2}
          y={last[1] - DOT / 2}
          width={DOT}
          height={DOT}
          rx={1.6}
          fill="var(--accent)"
        />
      )}
    </svg>
  );
}
