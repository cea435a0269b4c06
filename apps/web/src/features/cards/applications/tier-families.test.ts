import { expect, test } from "vitest";
import { TIER_NAMES, tierPalette } from "../../../ui/mosaic/palette.ts";
import { cardTraits } from "../../../ui/mosaic/traits.ts";
import { familyIds } from "./tier-families.tsx";

test.each(TIER_NAMES)("The designs of %s include each color of the tier exactly once", (tier) => {
  const shown = familyIds(tier).map((id) => cardTraits(id, tier).colorway);
  expect(shown).toEqual(Object.keys(tierPalette(tier).colorways));
});
