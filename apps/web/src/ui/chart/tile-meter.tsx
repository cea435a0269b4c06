import { MeterValue } from "./meter-value.tsx";
import { TileRow } from "./tile-row.tsx";
import { filledTiles, tileTone } from "./tile-tone.ts";

interface TileMeterProps {
  /** What is measured ("Monthly limit used"). */
  readonly label: string;
  /** From 0 to 1; larger values count as full. */
  readonly share: number;
  /** Number of tiles; use about one per 14 px of width. */
  readonly tiles?: number;
  /** Uses the same color for every share, for meters where full is good. */
  readonly steady?: boolean | undefined;
}

/**
 * Renders a row of tiles, filled in proportion to the share. The adjacent text always shows the
 * numbers.
 */
export function TileMeter({ label, share, tiles = 24, steady }: TileMeterProps) {
  const filled = filledTiles(share, tiles);
  const tone = steady ? "var(--accent)" : tileTone(share);
  return (
    <>
      <MeterValue label={label} share={share} />
      <TileRow tiles={tiles} colorOf={(place) => (place < filled ? tone : undefined)} />
    </>
  );
}
