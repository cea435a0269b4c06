import { tileOpacity } from "./tile-tone.ts";

/** Gap between two tiles, in the same units as a tile's size. */
const GROUT = 3;

interface TileRowProps {
  readonly tiles: number;
  /** Returns a tile's color by its index; undefined for an empty tile. */
  readonly colorOf: (place: number) => string | undefined;
  /** Width of a tile, in the same units as `height`. Tiles are square by default. */
  readonly width?: number;
  readonly height?: number;
}

/**
 * Renders a row of tiles that fills its container. The row is decorative; the text shows the
 * numbers.
 */
export function TileRow({ tiles, colorOf, width = 10, height = 10 }: TileRowProps) {
  const step = width + GROUT;
  return (
    <svg
      viewBox={`0 0 ${tiles * step - GROUT} ${height}`}
      className="block h-auto w-full"
      aria-hidden="true"
    >
      {Array.from({ length: tiles }, (_, place) => {
        const color = colorOf(place);
        const isLaid = color !== undefined;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: tiles are never reordered
            key={place}
            x={place * step}
            width={width}
            height={height}
            rx={1.6}
            className={isLaid ? "laid-tile" : undefined}
            style={{ "--tile": place } as React.CSSProperties}
            fill={color ?? "var(--fill-press)"}
            fillOpacity={isLaid ? tileOpacity(place) : undefined}
          />
        );
      })}
    </svg>
  );
}
