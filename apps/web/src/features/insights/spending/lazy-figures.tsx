import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

/** The place of a figure that nobody looks at yet. */
export const figurePlace = <Skeleton className="mt-3 h-64 w-full" />;

const waiting = <Loading>{figurePlace}</Loading>;

/** What was spent; its code comes when it is shown. */
export const SpendingFigure = lazyPart(
  async () => (await import("./spending-figure.tsx")).SpendingFigure,
  waiting,
);

/** What was there over time; its code comes when it is shown. */
export const HoldingsFigure = lazyPart(
  async () => (await import("./holdings-figure.tsx")).HoldingsFigure,
  waiting,
);
