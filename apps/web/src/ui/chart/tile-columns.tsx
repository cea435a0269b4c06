import { rangeOf, stepsOf } from "./chart-scale.ts";
import { tileOpacity } from "./tile-tone.ts";

const WIDTH = 342;
const TILES = 8;
const STEP = 11.4;
const TILE = 9.4;
const GAP_MAX = 2;

interface TileColumnsProps {
  /** Minor units, one per column. */
  readonly values: readonly bigint[];
}

/** Renders columns of tiles, scaled to the largest value. */
export function TileColumns({ values }: TileColumnsProps) {
  const [, largest] = rangeOf(values);
  const pitch = WIDTH / values.length;
  const gap = Math.min(GAP_MAX, pitch / 4);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${TILES * STEP}`}
      className="block h-auto w-full"
      aria-hidden="true"
    >
      {values.map((value, column) => {
        const filled = stepsOf(value, largest, TILES);
        return Array.from({ length: TILES }, (_, row) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: tiles are never reordered
            key={`${column}-${row}`}
            x={column * pitch + gap / 2}
            y={(TILES - 1 - row) * STEP}
            width={pitch - gap}
            height={TILE}
            rx={Math.min(1.6, pitch / 4)}
            className={row < filled ? "laid-tile" : undefined}
            style={{ "--tile": column } as React.CSSProperties}
            fill={row < filled ? "var(--accent)" : "var(--fill)"}
            fillOpacity={row < filled ? tileOpacity(column + row) : undefined}
          />
        ));
      })}
    </svg>
  );
}
