import type { ComponentType } from "react";
import { loadTexts } from "../../i18n/catalog.ts";
import { lazyPart } from "../layout/lazy-part.tsx";
import { useMediaQuery } from "../layout/use-media-query.ts";
import { SkeletonRows } from "./skeleton.tsx";

/** Returns whether the page is wide enough to show lists as tables. */
export function useTableRoom(): boolean {
  return useMediaQuery("(min-width: 1280px)");
}

/**
 * Returns the table for a list. Its code and texts load when a wide screen first shows the table.
 */
export function lazyTable<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return lazyPart<P>(
    async () => (await Promise.all([load(), loadTexts("table")]))[0],
    <SkeletonRows count={8} />,
  );
}
