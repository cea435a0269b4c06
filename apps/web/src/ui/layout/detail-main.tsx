import type { ReactNode } from "react";
import { useMediaQuery } from "./use-media-query.ts";

/**
 * Renders the selected entry of a list: next to the list on a wide screen, or in its place on a
 * narrow one. The element stays the same, so that typed text is kept when a phone is rotated.
 */
export function DetailMain({ children }: { readonly children: ReactNode }) {
  const isBeside = useMediaQuery("(min-width: 1024px)");
  return <div role={isBeside ? undefined : "main"}>{children}</div>;
}
