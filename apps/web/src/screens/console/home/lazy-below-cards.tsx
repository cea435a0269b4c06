import { untilIdle } from "../../../lib/time/until-idle.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

/** Loads late, so that content below the fold does not delay the content above. */
export const BelowCards = lazyPart(
  async () => {
    await untilIdle();
    return (await import("./below-cards.tsx")).BelowCards;
  },
  <SkeletonRows count={5} atOnce />,
);
