import type { ReactNode } from "react";
import { useMediaQuery } from "./use-media-query.ts";

/**
 * Renders the open entry of a list with its bar: next to the list as a part of the page, or alone
 * as its main content. The element stays the same, so that typed text survives rotating a phone.
 */
export function DetailMain({ children }: { readonly children: ReactNode }) {
  const isBeside = useMediaQuery("(min-width: 1024px)");
  return <div role={isBeside ? undefined : "main"}>{children}</div>;
}
