import { loadTexts } from "../../../i18n/catalog.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

/** The forecast for a card, loaded when it is shown. */
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

/**
 * The merchants affected by a card freeze or closure. If this fails to load, the dialog works
 * without it.
 */
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
