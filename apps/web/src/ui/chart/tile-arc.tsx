import type { ReactNode } from "react";
import { MeterValue } from "./meter-value.tsx";
import { filledTiles, tileOpacity } from "./tile-tone.ts";

interface TileArcProps {
  readonly label: string;
  /** The filled share, from 0 to 1. */
  readonly share: number;
  /** A theme color. */
  readonly tone: string;
  /** The number, shown inside the arc. */
  readonly children: ReactNode;
}

const COLUMNS = 25;
const COLUMN_DEGREES = 180 / COLUMNS;
const CENTER = { x: 116, y: 116 } as const;
/** The outer row comes first. The gap between tiles is equally wide in both rows. */
const ROWS = [
  { inner: 101, outer: 114, groutDegrees: 0.58 },
  { inner: 86, outer: 99, groutDegrees: 0.68 },
] as const;

/** Returns the point at an angle in degrees, clockwise from nine o'clock. */
function arcPoint(radius: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  const x = CENTER.x - radius * Math.cos(angle);
  const y = CENTER.y - radius * Math.sin(angle);
  return `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
}

function arcTile(place: number): string {
  const { inner, outer, groutDegrees } = ROWS[place % 2 === 0 ? 0 : 1];
  const start = Math.floor(place / 2) * COLUMN_DEGREES;
  const [from, to] = [start + groutDegrees, start + COLUMN_DEGREES - groutDegrees];
  const corners = [
    arcPoint(inner, from),
    arcPoint(outer, from),
    arcPoint(outer, to),
    arcPoint(inner, to),
  ];
  return `M${corners.join("L")}Z`;
}

const ARC_TILES = Array.from({ length: COLUMNS * ROWS.length }, (_, place) => arcTile(place));

/** Renders a half ring with two rows of 25 tiles, filled clockwise from nine o'clock. */
export function TileArc({ label, share, tone, children }: TileArcProps) {
  const filled = filledTiles(share, ARC_TILES.length);
  return (
    <div className="relative mx-auto grid w-58 max-w-full justify-items-center">
      <MeterValue label={label} share={share} />
      <svg viewBox="0 0 232 118" className="block h-auto w-full" aria-hidden="true">
        {ARC_TILES.map((path, place) => (
          <path
            key={path}
            d={path}
            className={place < filled ? "laid-tile" : undefined}
            style={{ "--tile": Math.floor(place / 2) } as React.CSSProperties}
            fill={place < filled ? tone : "var(--fill-press)"}
            fillOpacity={place < filled ? tileOpacity(place) : undefined}
          />
        ))}
      </svg>
      <div className="-mt-12 text-center">{children}</div>
    </div>
  );
}
