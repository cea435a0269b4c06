import { MeterValue } from "./meter-value.tsx";
import { TileRow } from "./tile-row.tsx";
import { filledTiles, tileTone } from "./tile-tone.ts";

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
      <TileRow tiles={tiles} colourOf={(place) => (place < filled ? tone : undefined)} />
    </>
  );
}
