import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { TIER_NAMES, type Tier, tierOf } from "../../../ui/mosaic/palette.ts";

/** Parses a tier from the URL; `undefined` means all tiers. */
export function tierFilter(text: string | undefined): Tier | undefined {
  return TIER_NAMES.find((tier) => tier === text);
}

export interface SegmentChoice {
  /** The products that match the tier filter. */
  readonly shown: readonly CardSegment[];
  /**
   * The selected product: the requested one if it is available, otherwise the first available one.
   */
  readonly chosen: CardSegment | undefined;
  /** The tier whose designs are shown. */
  readonly tier: Tier;
}

/** Returns the products to show, the selected product and the tier. */
export function chooseSegment(
  segments: readonly CardSegment[],
  tier: Tier | undefined,
  wantedId: string | undefined,
): SegmentChoice {
  const shown = segments.filter((one) => tier === undefined || tierOf(one.type) === tier);
  const available = shown.filter((one) => one.inStock);
  const chosen = available.find((one) => one.id === wantedId) ?? available[0];
  const shownTier = chosen === undefined ? "standard" : tierOf(chosen.type);
  return { shown, chosen, tier: tier ?? shownTier };
}
