import { lazyPart } from "../../ui/lazy-part.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

const load = async () => (await import("./recent-bills.tsx")).RecentBills;

/** The newest few bills, below the first view: they do not hold up what is above them. */
export const RecentBills = lazyPart(load, <SkeletonRows count={5} />);

// On its way while the cards are asked for, so that nobody waits twice.
load().catch(() => undefined);
