import { describe, expect, test } from "vitest";
import { CARD_BOX, PITCH } from "./canvas.ts";
import { cardName, defaultCardName } from "./card-name.ts";
import { cardSketch, type Variant } from "./card-sketch.ts";
import { layTiles } from "./lay-tiles.ts";
import { paint } from "./paint.ts";
import { type Tier, tierOf } from "./palette.ts";
import { cardTraits } from "./traits.ts";

/** The published test vectors. They never change, because a card's face never changes. */
const VECTORS: readonly [string, Tier, string, string, string, string, string, number][] = [
  ["crd_P8K74SBK", "business", "a126eb74", "wave", "patina", "0.476038", "0.543458", 639],
  ["crd_VMBYRA99", "standard", "53b279ff", "sun", "lapis", "0.669702", "0.860075", 634],
  ["crd_4SK3VM2B", "premium", "48261ac4", "rosette", "midnight", "0.871473", "0.868861", 588],
  ["crd_AFHZHYLJ", "standard", "5c5b395b", "chevron", "madder", "0.810230", "0.562422", 635],
];

function picture(cardId: string, tier: Tier, variant: Variant) {
  return paint(cardSketch(cardId, tier, variant).options);
}

describe("a card's mosaic", () => {
  test.each(VECTORS)(
    "has the published traits: %s %s",
    (id, tier, seed, figure, colorway, p0, p7, count) => {
      const traits = cardTraits(id, tier);
      expect(traits.seed.toString(16)).toBe(seed);
      expect(traits.figure).toBe(figure);
      expect(traits.colorway).toBe(colorway);
      expect(traits.p[0].toFixed(6)).toBe(p0);
      expect(traits.p[7].toFixed(6)).toBe(p7);
      expect(layTiles(traits, CARD_BOX, PITCH)).toHaveLength(count);
    },
  );

  test("differs between cards and groups its tiles by color", () => {
    const one = picture("crd_VMBYRA99", "standard", "card");
    const other = picture("crd_P8K74SBK", "business", "card");
    expect(one).not.toEqual(other);
    expect(new Set(one.map((stroke) => stroke.fill)).size).toBe(one.length);
    expect(one.length).toBeLessThanOrEqual(30);
  });

  test("uses none of its colorway's colors while the card is frozen", () => {
    const frozen = picture("crd_VMBYRA99", "standard", "frozen");
    for (const { fill } of frozen) {
      expect(Number(/oklch\(([\d.]+)/.exec(fill)?.[1])).toBeGreaterThan(0.88);
    }
  });

  test("for an unknown tier is the same as for the standard tier", () => {
    expect(tierOf("platinum")).toBe("standard");
    expect(tierOf("premium")).toBe("premium");
  });
});

describe("a card's name", () => {
  test("consists of its colorway and figure in each language", () => {
    expect(defaultCardName("crd_VMBYRA99", "standard", "en")).toBe("Lapis Sun");
    expect(defaultCardName("crd_VMBYRA99", "standard", "zh-CN")).toBe("青金日轮");
    expect(defaultCardName("crd_VMBYRA99", "standard", "zh-TW")).toBe("青金日輪");
  });

  test("is the customer's nickname for the card, if any", () => {
    const card = { id: "crd_VMBYRA99", type: "standard", nickname: " Ads " };
    expect(cardName(card, "en")).toBe("Ads");
    expect(cardName({ ...card, nickname: "  " }, "en")).toBe("Lapis Sun");
  });
});
