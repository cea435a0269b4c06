import type { ReactNode } from "react";
import { useMediaQuery } from "../../../ui/layout/use-media-query.ts";
import styles from "./reviews.module.css";

/** Renders the opened item, next to the list or instead of it. */
export function OpenPane({ children }: { readonly children: ReactNode }) {
  const isBeside = useMediaQuery("(min-width: 1024px)");
  return isBeside ? (
    <div className={styles.pane}>{children}</div>
  ) : (
    // The `main` element of the list is hidden together with it.
    <main>{children}</main>
  );
}
