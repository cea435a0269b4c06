import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef, useState } from "react";
import { classNames } from "./class-names.ts";

/** How far a pull goes before letting go refreshes, and how much it resists. */
const THRESHOLD_PX = 72;
const RESISTANCE = 0.5;
const MARK_TILES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

interface PullToRefreshProps {
  readonly onRefresh: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Pulling the page down lays the mark's nine tiles one by one, and then refreshes. */
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
        <svg viewBox="0 0 28 28" width={26} height={26} aria-hidden="true">
          {MARK_TILES.map((tile) => (
            <rect
              key={tile}
              x={1 + (tile % 3) * 9}
              y={1 + Math.floor(tile / 3) * 9}
              width={7.4}
              height={7.4}
              rx={0.6}
              fill={tile === 5 ? "var(--accent)" : "var(--ink)"}
              className={classNames(
                "transition-opacity duration-120",
                tile >= laid && "opacity-10",
              )}
            />
          ))}
        </svg>
      </div>
      <span role="status" className="sr-only">
        {refreshing ? t`Refreshing` : ""}
      </span>
      {children}
    </div>
  );
}
