import { tileOpacity } from "../../../ui/chart/tile-tone.ts";
import { columnTiles } from "./column-tiles.ts";

const WIDTH = 342;
const TILES = 10;
const STEP = 11.4;
const TILE = 9.4;
const GAP_MAX = 2;

interface ApprovalColumnsProps {
  readonly buckets: readonly { readonly approved: number; readonly declined: number }[];
}

/** Draws columns of tiles, with approved payments at the bottom and declined ones on top. */
export function ApprovalColumns({ buckets }: ApprovalColumnsProps) {
  const most = Math.max(1, ...buckets.map(({ approved, declined }) => approved + declined));
  const pitch = WIDTH / buckets.length;
  const gap = Math.min(GAP_MAX, pitch / 4);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${TILES * STEP}`}
      className="block h-auto w-full"
      aria-hidden="true"
    >
      {buckets.map((bucket, column) => {
        const { approved, all } = columnTiles(bucket, most, TILES);
        return Array.from({ length: TILES }, (_, row) => {
          const color = row < approved ? "var(--accent)" : "var(--negative-fill)";
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a tile is identified by its position
              key={`${column}-${row}`}
              x={column * pitch + gap / 2}
              y={(TILES - 1 - row) * STEP}
              width={pitch - gap}
              height={TILE}
              rx={Math.min(1.6, pitch / 4)}
              className={row < all ? "laid-tile" : undefined}
              style={{ "--tile": column } as React.CSSProperties}
              fill={row < all ? color : "var(--fill)"}
              fillOpacity={row < all ? tileOpacity(column + row) : undefined}
            />
          );
        });
      })}
    </svg>
  );
}
