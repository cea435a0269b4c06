import { loadTexts } from "../../../i18n/catalog.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Skeleton } from "../../../ui/list/skeleton.tsx";

/** Loads with the first stopped payment, because most payments never need this code. */
export const LazyStoppedPayment = lazyPart(
  async () => {
    const [{ StoppedPayment }] = await Promise.all([
      import("./stopped-payment.tsx"),
      loadTexts("risk"),
    ]);
    return StoppedPayment;
  },
  <Skeleton className="h-40 w-full rounded-control" />,
);
