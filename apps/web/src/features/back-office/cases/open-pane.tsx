import type { ReactNode } from "react";
import { useMediaQuery } from "../../../ui/layout/use-media-query.ts";
import styles from "./reviews.module.css";

/** What is open, as it stands beside its list or in its place. */
export function OpenPane({ children }: { readonly children: ReactNode }) {
  const isBeside = useMediaQuery("(min-width: 1024px)");
  return isBeside ? (
    <div className={styles.pane}>{children}</div>
  ) : (
    // The list's own is hidden with it.
    <main>{children}</main>
  );
}
