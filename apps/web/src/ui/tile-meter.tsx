import { MeterValue } from "./meter-value.tsx";
import { filledTiles, tileOpacity, tileTone } from "./tile-tone.ts";

const TILE = 10;
const STEP = 13;

interface TileMeterProps {
  /** What is measured ("Monthly limit used"). */
  readonly label: string;
  /** 0..1; more than 1 is full. */
  readonly share: number;
  /** How many tiles: about one each 14 px of width. */
  readonly tiles?: number;
  /** One colour whatever the share, where being full is good. */
  readonly steady?: boolean | undefined;
}

/** A row of tiles, as many filled as the share. Text beside it always states the numbers. */
export function TileMeter({ label, share, tiles = 24, steady }: TileMeterProps) {
  const filled = filledTiles(share, tiles);
  const tone = steady ? "var(--accent)" : tileTone(share);
  return (
    <>
      <MeterValue label={label} share={share} />
      <svg
        viewBox={`0 0 ${tiles * STEP - 3} ${TILE}`}
        className="block h-auto w-full"
        aria-hidden="true"
      >
        {Array.from({ length: tiles }, (_, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its place
            key={index}
            x={index * STEP}
            width={TILE}
            height={TILE}
            rx={1.6}
            className={index < filled ? "laid-tile" : undefined}
            style={{ "--tile": index } as React.CSSProperties}
            fill={index < filled ? tone : "var(--fill-press)"}
            fillOpacity={index < filled ? tileOpacity(index) : undefined}
          />
        ))}
      </svg>
    </>
  );
}
