import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { TIER_NAMES, type Tier, tierOf } from "../../../ui/mosaic/palette.ts";

/** A tier as the address names it; `undefined` for all of them. */
export function tierFilter(text: string | undefined): Tier | undefined {
  return TIER_NAMES.find((tier) => tier === text);
}

export interface SegmentChoice {
  /** The options under the tier filter. */
  readonly shown: readonly CardSegment[];
  /** What is chosen: the one asked for while it can be had, else the first that can. */
  readonly chosen: CardSegment | undefined;
  /** The tier whose families are shown. */
  readonly tier: Tier;
}

/** What the card selection shows, and what is chosen in it. */
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
