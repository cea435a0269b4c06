import { classNames } from "../style/class-names.ts";
import { stepsOf } from "./chart-scale.ts";
import { tileOpacity } from "./tile-tone.ts";

interface SegmentBarProps {
  /** How many of `of`. */
  readonly value: bigint;
  readonly of: bigint;
  /** What a filled segment is coloured; the accent where absent. */
  readonly tone?: "negative" | undefined;
  /** How many segments there are where the whole is less. */
  readonly atLeast?: number | undefined;
}

/** So many of something are told apart one by one; of more, a segment stands for several. */
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

/** A row of flat tiles, as many filled as the value is of the whole. Text states the numbers. */
export function SegmentBar({ value, of, tone, atLeast = 1 }: SegmentBarProps) {
  const [filled, all] = segmentsOf(value, of, atLeast);
  return (
    <span aria-hidden="true" className="flex gap-[3px]">
      {Array.from({ length: all }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
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
