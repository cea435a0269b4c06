import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./split-view.module.css";
import { useMediaQuery } from "./use-media-query.ts";

interface SplitViewProps {
  /** The list as a full page, including its bar. */
  readonly list: ReactNode;
  /** The open entry with its bar; undefined if no entry is open. */
  readonly detail: ReactNode | undefined;
  /** The accessible name of the section that contains the open entry. */
  readonly detailLabel: string;
}

/**
 * Renders a list and its open entry, side by side on wide screens. On narrow screens, renders only
 * the open entry, if there is one. The list keeps its scroll position and its loaded rows.
 */
export function SplitView({ list, detail, detailLabel }: SplitViewProps) {
  const isWide = useMediaQuery("(min-width: 1024px)");
  const isOpen = detail !== undefined;
  const isCovered = isOpen && !isWide;
  const listPlace = useRef(0);

  // Runs before paint, because the hidden list has no height and the page would lose its scroll
  // position.
  useLayoutEffect(() => {
    if (!isCovered) {
      return undefined;
    }
    window.scrollTo(0, 0);
    return () => window.scrollTo(0, listPlace.current);
  }, [isCovered]);

  return (
    <div className={styles.split} data-open={isOpen || undefined}>
      {/* Uses the capture phase, because the position must be read before the click hides the
          list. */}
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
        // Without a list next to it, the entry is the page itself rather than a named section.
        <section aria-label={isWide ? detailLabel : undefined} className={styles.detail}>
          {detail}
        </section>
      )}
    </div>
  );
}
