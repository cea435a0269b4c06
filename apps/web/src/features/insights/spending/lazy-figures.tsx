import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

/** Placeholder for a chart that has not been scrolled into view yet. */
export const figurePlace = <Skeleton className="mt-3 h-64 w-full" />;

const waiting = <Loading>{figurePlace}</Loading>;

/** The spending chart, loaded when it is shown. */
export const SpendingFigure = lazyPart(
  async () => (await import("./spending-figure.tsx")).SpendingFigure,
  waiting,
);

/** The chart of balances over time, loaded when it is shown. */
export const HoldingsFigure = lazyPart(
  async () => (await import("./holdings-figure.tsx")).HoldingsFigure,
  waiting,
);
