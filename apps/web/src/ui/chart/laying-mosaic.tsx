import type { CSSProperties } from "react";
import { cardRings } from "../mosaic/card-sketch.ts";
import type { Tier } from "../mosaic/palette.ts";
import { CORE } from "../mosaic/underdrawing.ts";
import { UnderdrawingArt } from "../mosaic/underdrawing-art.tsx";

/** How many rings a card is laid in; they stand 34 ms apart, 900 ms in all. */
const RINGS = 22;

export interface LayingMosaicProps {
  readonly cardId: string;
  readonly tier: Tier;
  /** The last tile lies and the drawing has given way to the finished face. */
  readonly onLaid: () => void;
}

/** A card's tiles coming to lie ring by ring over the drawing under them, before the face. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a ring is its place
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
