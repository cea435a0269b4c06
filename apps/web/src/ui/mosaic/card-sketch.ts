import { type Box, CARD_BOX, PITCH } from "./canvas.ts";
import type { Sketch } from "./kept-pictures.ts";
import { type Lighting, type PaintOptions, paintRings, type Stroke } from "./paint.ts";
import { type Colorway, colorwayOf, type Oklch, type Tier } from "./palette.ts";
import { cardTraits } from "./traits.ts";

/**
 * `card` and `frozen` are complete faces; `thumb` and `square` are fully lit crops of the bloom.
 */
export type Variant = "card" | "frozen" | "thumb" | "square";

interface Crop {
  readonly box: Box;
  readonly pitch: number;
  readonly grout: number;
  readonly lighting: Lighting;
}

const CROPS: Readonly<Record<Variant, Crop>> = {
  card: { box: CARD_BOX, pitch: PITCH, grout: 1.15, lighting: "card" },
  frozen: { box: CARD_BOX, pitch: PITCH, grout: 1.15, lighting: "frozen" },
  thumb: { box: [188, 8, 328, 98], pitch: PITCH * 1.15, grout: 1.2, lighting: "full" },
  square: { box: [208, 8, 298, 98], pitch: PITCH * 1.15, grout: 1.2, lighting: "full" },
};

function groutOf(tier: Tier, variant: Variant, ground: Oklch): Oklch {
  if (tier !== "standard") {
    return [ground[0] - 0.02, ground[1], ground[2]];
  }
  return CROPS[variant].lighting === "full"
    ? ground
    : [ground[0] - 0.02, ground[1] + 0.003, ground[2]];
}

function optionsOf(cardId: string, tier: Tier, variant: Variant): PaintOptions {
  const traits = cardTraits(cardId, tier);
  const colors: Colorway = colorwayOf(tier, traits.colorway);
  return {
    ...CROPS[variant],
    traits,
    colors,
    strayOf: (color) => (tier === "premium" && color !== 1 ? 0.045 : 0.028),
    groutColor: groutOf(tier, variant, colors[0]),
  };
}

/**
 * Returns a card's face as rings, from the core outward. Not cached, because it is used only once
 * per card.
 */
export function cardRings(
  cardId: string,
  tier: Tier,
  core: readonly [x: number, y: number],
  rings: number,
): readonly (readonly Stroke[])[] {
  return paintRings(optionsOf(cardId, tier, "card"), core, rings);
}

/** Returns the sketch of a card. The same card always looks the same. */
export function cardSketch(cardId: string, tier: Tier, variant: Variant): Sketch {
  return { key: `${cardId}|${tier}|${variant}`, options: optionsOf(cardId, tier, variant) };
}
