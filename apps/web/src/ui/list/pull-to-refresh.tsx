import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef, useState } from "react";
import { lazyPart } from "../layout/lazy-part.tsx";
import { classNames } from "../style/class-names.ts";

/** Pull distance that triggers a refresh on release, and the resistance of the pull. */
const THRESHOLD_PX = 72;
const RESISTANCE = 0.5;

// Loads late, because nobody pulls before the page is shown, and pulling works without the mark.
const PullMark = lazyPart(
  async () => (await import("./pull-mark.tsx")).PullMark,
  null,
  () => null,
);

interface PullToRefreshProps {
  readonly onRefresh: () => Promise<unknown>;
  readonly children: ReactNode;
}

/**
 * Refreshes when the user pulls the page down. As the user pulls, the nine tiles of the logo mark
 * appear one by one.
 */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const { t } = useLingui();
  const start = useRef<number | null>(null);
  const [pull, setPull] = useState(0);
  const [refreshing, setRefreshing] = useState(false);

  const release = async () => {
    start.current = null;
    setPull(0);
    if (pull >= THRESHOLD_PX && !refreshing) {
      setRefreshing(true);
      try {
        await onRefresh();
      } finally {
        setRefreshing(false);
      }
    }
  };

  const laid = refreshing ? 9 : Math.min(9, Math.floor((pull / THRESHOLD_PX) * 9));
  const height = refreshing ? THRESHOLD_PX * 0.8 : pull;
  return (
    <div
      onTouchStart={(event) => {
        start.current = window.scrollY <= 0 ? (event.touches[0]?.clientY ?? null) : null;
      }}
      onTouchMove={(event) => {
        const from = start.current;
        const at = event.touches[0]?.clientY;
        if (from !== null && at !== undefined && !refreshing) {
          setPull(Math.min(THRESHOLD_PX * 1.4, Math.max(0, (at - from) * RESISTANCE)));
        }
      }}
      onTouchEnd={() => void release()}
      onTouchCancel={() => void release()}
    >
      <div
        className={classNames(
          "grid place-items-center overflow-hidden",
          pull === 0 && "transition-[height] duration-220",
        )}
        style={{ height }}
      >
        {height > 0 && <PullMark laid={laid} />}
      </div>
      <span role="status" className="sr-only">
        {refreshing ? t`Refreshing` : ""}
      </span>
      {children}
    </div>
  );
}
