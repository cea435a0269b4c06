import type { ReactNode } from "react";
import { MeterValue } from "./meter-value.tsx";
import { filledTiles, tileOpacity, tileTone } from "./tile-tone.ts";

interface RingProps {
  readonly label: string;
  /** The filled share, from 0 to 1. */
  readonly share: number;
  /** In pixels. */
  readonly size?: number;
  readonly steady?: boolean | undefined;
  /** The number, shown in the middle. */
  readonly children?: ReactNode;
}

const TILES = 30;
const RING_STEP = 360 / TILES;
const RING_RADII = { inner: 39.4, outer: 50 } as const;
const GROUT_DEGREES = 0.96;

/** Returns the point at an angle in degrees, clockwise from twelve o'clock. */
function ringPoint(radius: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  const [x, y] = [radius * Math.sin(angle), -radius * Math.cos(angle)];
  return `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
}

function ringTile(): string {
  const { inner, outer } = RING_RADII;
  const [from, to] = [GROUT_DEGREES, RING_STEP - GROUT_DEGREES];
  const corners = [
    ringPoint(inner, from),
    ringPoint(outer, from),
    ringPoint(outer, to),
    ringPoint(inner, to),
  ];
  return `M${corners.join("L")}Z`;
}

const RING_TILE = ringTile();

/** Renders a ring of 30 tiles, filled clockwise from twelve o'clock. */
export function TileRing({ label, share, size = 96, steady, children }: RingProps) {
  const filled = filledTiles(share, TILES);
  const tone = steady ? "var(--accent)" : tileTone(share);
  return (
    <div
      className="relative grid flex-none place-items-center"
      style={{ width: size, height: size }}
    >
      <MeterValue label={label} share={share} />
      <svg viewBox="-50 -50 100 100" className="absolute inset-0 size-full" aria-hidden="true">
        {Array.from({ length: TILES }, (_, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: tiles are never reordered
            key={index}
            d={RING_TILE}
            transform={`rotate(${index * RING_STEP})`}
            fill={index < filled ? tone : "var(--fill-press)"}
            fillOpacity={index < filled ? tileOpacity(index) : undefined}
          />
        ))}
      </svg>
      <div className="relative text-center">{children}</div>
    </div>
  );
}
