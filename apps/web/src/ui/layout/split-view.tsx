import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./split-view.module.css";
import { useMediaQuery } from "./use-media-query.ts";

interface SplitViewProps {
  /** The whole page of the list, with its bar. */
  readonly list: ReactNode;
  /** What is open of it, with a bar of its own; nothing where nothing is open. */
  readonly detail: ReactNode | undefined;
  /** What the open part is, for those who don't see where it stands. */
  readonly detailLabel: string;
}

/**
 * A list and what is open of it: side by side on wide screens, else the open one alone. The list
 * stays where it was scrolled to, and keeps what was loaded of it.
 */
export function SplitView({ list, detail, detailLabel }: SplitViewProps) {
  const isWide = useMediaQuery("(min-width: 1024px)");
  const isOpen = detail !== undefined;
  const isCovered = isOpen && !isWide;
  const listPlace = useRef(0);

  // Before it is painted: the list's height goes with it, and so would the page's place.
  useLayoutEffect(() => {
    if (!isCovered) {
      return undefined;
    }
    window.scrollTo(0, 0);
    return () => window.scrollTo(0, listPlace.current);
  }, [isCovered]);

  return (
    <div className={styles.split} data-open={isOpen || undefined}>
      {/* Capturing: it must be read before the press covers the list. */}
      <div
        className={styles.list}
        data-covered={isCovered || undefined}
        onClickCapture={() => {
          listPlace.current = window.scrollY;
        }}
      >
        {list}
      </div>
      {isOpen && (
        // Alone it is the page, and no part of it with a name of its own.
        <section aria-label={isWide ? detailLabel : undefined} className={styles.detail}>
          {detail}
        </section>
      )}
    </div>
  );
}
