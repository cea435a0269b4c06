import type { ReactNode } from "react";
import { useMediaQuery } from "../../../ui/layout/use-media-query.ts";
import styles from "./reviews.module.css";

/** Renders the open case or payment, either next to the list or in place of it. */
export function OpenPane({ children }: { readonly children: ReactNode }) {
  const isBeside = useMediaQuery("(min-width: 1024px)");
  return isBeside ? (
    <div className={styles.pane}>{children}</div>
  ) : (
    // The list's `main` element is hidden together with the list.
    <main>{children}</main>
  );
}
