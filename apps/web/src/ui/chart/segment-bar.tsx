import { classNames } from "../style/class-names.ts";
import { stepsOf } from "./chart-scale.ts";
import { tileOpacity } from "./tile-tone.ts";

interface SegmentBarProps {
  /** The part of `of` that is filled. */
  readonly value: bigint;
  readonly of: bigint;
  /** Color of filled segments; the accent color by default. */
  readonly tone?: "negative" | undefined;
  /** Minimum number of segments. */
  readonly atLeast?: number | undefined;
}

/** Up to this many items get one segment each; with more items, a segment stands for several. */
const MAX_SEGMENTS = 24;

function segmentsOf(
  value: bigint,
  of: bigint,
  atLeast: number,
): readonly [filled: number, all: number] {
  if (of > BigInt(MAX_SEGMENTS)) {
    return [stepsOf(value, of, MAX_SEGMENTS), MAX_SEGMENTS];
  }
  return [Number(value), Math.max(atLeast, Number(of))];
}

/**
 * Renders a row of flat tiles, filled in proportion to the value. The adjacent text states the
 * numbers.
 */
export function SegmentBar({ value, of, tone, atLeast = 1 }: SegmentBarProps) {
  const [filled, all] = segmentsOf(value, of, atLeast);
  return (
    <span aria-hidden="true" className="flex gap-[3px]">
      {Array.from({ length: all }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: segments are never reordered
          key={place}
          className={classNames(
            "h-2 flex-1 rounded-tile",
            place >= filled && "bg-fill",
            place < filled && (tone === "negative" ? "bg-negative" : "bg-accent"),
          )}
          style={place < filled ? { opacity: tileOpacity(place) } : undefined}
        />
      ))}
    </span>
  );
}
