import type { CSSProperties } from "react";
import { cardRings } from "../mosaic/card-sketch.ts";
import type { Tier } from "../mosaic/palette.ts";
import { CORE } from "../mosaic/underdrawing.ts";
import { UnderdrawingArt } from "../mosaic/underdrawing-art.tsx";

/** Number of tile rings. The rings start 34 ms apart; the animation takes 900 ms in total. */
const RINGS = 22;

export interface LayingMosaicProps {
  readonly cardId: string;
  readonly tier: Tier;
  /** Called when the last tile is laid and the finished face is shown. */
  readonly onLaid: () => void;
}

/** Renders the animation that lays a card's tiles, ring by ring, over the underdrawing. */
export function LayingMosaic({ cardId, tier, onLaid }: LayingMosaicProps) {
  return (
    <div
      className="laying-art"
      onAnimationEnd={(event) => event.target === event.currentTarget && onLaid()}
    >
      <UnderdrawingArt className="bg-surface" />
      <svg viewBox="0 0 342 216" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {cardRings(cardId, tier, CORE, RINGS).map((strokes, ring) => (
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: rings are never reordered
            key={ring}
            className="laid-ring"
            style={{ "--ring": ring } as CSSProperties}
          >
            {strokes.map((stroke) => (
              <path key={stroke.fill} fill={stroke.fill} d={stroke.d} />
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}
