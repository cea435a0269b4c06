import { tileOpacity } from "./tile-tone.ts";

/** Between two tiles, in the units of a tile's size. */
const GROUT = 3;

interface TileRowProps {
  readonly tiles: number;
  /** A tile's colour by its place; undefined where it is empty. */
  readonly colourOf: (place: number) => string | undefined;
  /** How wide a tile is, of which `height` is as high; square where absent. */
  readonly width?: number;
  readonly height?: number;
}

/** A row of tiles as wide as its place. Decorative: text beside it states the numbers. */
export function TileRow({ tiles, colourOf, width = 10, height = 10 }: TileRowProps) {
  const step = width + GROUT;
  return (
    <svg
      viewBox={`0 0 ${tiles * step - GROUT} ${height}`}
      className="block h-auto w-full"
      aria-hidden="true"
    >
      {Array.from({ length: tiles }, (_, place) => {
        const colour = colourOf(place);
        const isLaid = colour !== undefined;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its place
            key={place}
            x={place * step}
            width={width}
            height={height}
            rx={1.6}
            className={isLaid ? "laid-tile" : undefined}
            style={{ "--tile": place } as React.CSSProperties}
            fill={colour ?? "var(--fill-press)"}
            fillOpacity={isLaid ? tileOpacity(place) : undefined}
          />
        );
      })}
    </svg>
  );
}
