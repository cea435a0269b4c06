import type { ReactNode } from "react";
import { useMediaQuery } from "./use-media-query.ts";

/**
 * What is open of a list, with its bar: a part of the page beside it, and the page's matter where
 * it stands alone. The element stays, so that what is typed outlives a turned phone.
 */
export function DetailMain({ children }: { readonly children: ReactNode }) {
  const isBeside = useMediaQuery("(min-width: 1024px)");
  return <div role={isBeside ? undefined : "main"}>{children}</div>;
}
