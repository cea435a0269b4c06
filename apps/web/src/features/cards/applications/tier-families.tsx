import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { cardSketch } from "../../../ui/mosaic/card-sketch.ts";
import { Mosaic } from "../../../ui/mosaic/mosaic.tsx";
import { type Tier, tierPalette } from "../../../ui/mosaic/palette.ts";
import { cardTraits, FIGURES } from "../../../ui/mosaic/traits.ts";

const MAX_TRIES = 2_000;

/** Returns card ids whose patterns together show each color of a tier once, in different shapes. */
export function familyIds(tier: Tier): string[] {
  return Object.keys(tierPalette(tier).colorways).map((colorway, place) => {
    const figure = FIGURES[(place * 3 + 1) % FIGURES.length];
    for (let index = 0; index < MAX_TRIES; index++) {
      const id = `family-${index}`;
      const traits = cardTraits(id, tier);
      if (traits.colorway === colorway && traits.figure === figure) {
        return id;
      }
    }
    return `family-${colorway}`;
  });
}

const SENTENCES: Readonly<Record<Tier, ReactNode>> = {
  standard: (
    <Trans>
      Standard cards have a light plaster background. Yours gets one of these six color families
      when it is issued.
    </Trans>
  ),
  business: (
    <Trans>
      Business cards have a dark background. Yours gets one of these six color families when it is
      issued.
    </Trans>
  ),
  premium: (
    <Trans>
      Premium cards have jewel colors and gold. Yours gets one of these six color families when it
      is issued.
    </Trans>
  ),
};

/** Shows what cards of a tier look like. */
export function TierFamilies({ tier }: { readonly tier: Tier }) {
  return (
    <div className="mt-0.5 mb-4">
      <div className="flex gap-2">
        {familyIds(tier).map((id) => (
          <span key={id} className="card-thumb aspect-[48/31] min-w-0 flex-1 rounded-thumb">
            <Mosaic sketch={cardSketch(id, tier, "thumb")} />
          </span>
        ))}
      </div>
      <p className="mt-2.5 text-small text-ink-2">{SENTENCES[tier]}</p>
    </div>
  );
}
