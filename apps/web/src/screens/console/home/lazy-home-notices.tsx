import { untilIdle } from "../../../lib/time/until-idle.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";

/** Loads late, because most customers have no notices. */
export const HomeNotices = lazyPart(async () => {
  await untilIdle();
  return (await import("./home-notices.tsx")).HomeNotices;
}, null);
