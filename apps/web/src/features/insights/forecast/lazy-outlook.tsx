import { loadTexts } from "../../../i18n/catalog.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

/** What is coming on a card; its code comes when it is shown. */
export const OutlookPanel = lazyPart(
  async () => {
    const [{ OutlookPanel: Panel }] = await Promise.all([
      import("./outlook-panel.tsx"),
      loadTexts("insight"),
    ]);
    return Panel;
  },
  <Loading>
    <Skeleton className="h-49 rounded-panel" />
  </Loading>,
);

/** Whom a freeze or a closing would turn away. Where it does not come, nothing waits for it. */
export const LikelyNext = lazyPart(
  async () => {
    const [{ LikelyNext: List }] = await Promise.all([
      import("./likely-next.tsx"),
      loadTexts("insight"),
    ]);
    return List;
  },
  null,
  () => null,
);
