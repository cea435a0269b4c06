import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { DayItem } from "./day-items.ts";

const HEAD_HEIGHT = 38;
const ROW_HEIGHT = 65;
const OVERSCAN = 12;

export interface VirtualLinesProps {
  readonly items: readonly DayItem[];
  readonly renderLine: (item: DayItem) => ReactNode;
}

/** A long list of which only what is on the screen, and a little more, is in the page. */
export function VirtualLines({ items, renderLine }: VirtualLinesProps) {
  // The virtualiser changes in place, which the compiler cannot see.
  "use no memo";
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    setTop((box?.top ?? 0) + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.kind === "head" ? HEAD_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  return (
    <div ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((place) => {
        const item = items[place.index];
        return (
          item && (
            <div
              key={place.key}
              ref={virtualizer.measureElement}
              data-index={place.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${place.start - top}px)` }}
            >
              {renderLine(item)}
            </div>
          )
        );
      })}
    </div>
  );
}
