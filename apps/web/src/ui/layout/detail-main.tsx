import type { ReactNode } from "react";
import { useMediaQuery } from "./use-media-query.ts";

/**
 * Renders a list's open entry with its bar, either as a section next to the list or as the page's
 * only main content. The element stays the same, so that typed text survives when a phone is
 * rotated.
 */
export function DetailMain({ children }: { readonly children: ReactNode }) {
  const isBeside = useMediaQuery("(min-width: 1024px)");
  return <div role={isBeside ? undefined : "main"}>{children}</div>;
}
