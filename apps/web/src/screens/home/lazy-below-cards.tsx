import { lazyPart } from "../../ui/lazy-part.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

const load = async () => (await import("./below-cards.tsx")).BelowCards;

/** What stands below the first view does not hold up what is above it. */
export const BelowCards = lazyPart(load, <SkeletonRows count={5} />);

// On its way while the cards are asked for, so that nobody waits twice.
load().catch(() => undefined);
