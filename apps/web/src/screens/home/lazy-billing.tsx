import { lazyPart } from "../../ui/lazy-part.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

const load = async () => (await import("./billing.tsx")).Billing;

/** Bills and spending, below the first view: they do not hold up what is above them. */
export const Billing = lazyPart(load, <SkeletonRows count={5} />);

// On its way while the cards are asked for, so that nobody waits twice.
load().catch(() => undefined);
