import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { STICKY_HEIGHT } from "../layout/sticky-height.ts";

const HEAD_HEIGHT = 38;
const ROW_HEIGHT = 65;
const OVERSCAN = 12;

export interface Line {
  readonly kind: "head" | "row";
  readonly key: string;
}

export interface VirtualLinesProps<L extends Line> {
  readonly items: readonly L[];
  readonly renderLine: (item: L) => ReactNode;
  /** The line to scroll to initially. `onScrolled` is called once that line is shown. */
  readonly scrollTo?: string | undefined;
  readonly onScrolled?: (() => void) | undefined;
}

/** Renders a long list. Only the visible lines, and a few more, are in the DOM. */
export function VirtualLines<L extends Line>({
  items,
  renderLine,
  scrollTo,
  onScrolled,
}: VirtualLinesProps<L>) {
  // The virtualizer mutates its state, which the compiler cannot see.
  "use no memo";
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState<number>();
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    setTop((box?.top ?? 0) + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.kind === "head" ? HEAD_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top ?? 0,
    scrollPaddingStart: STICKY_HEIGHT,
  });
  const target = scrollTo === undefined ? -1 : items.findIndex(({ key }) => key === scrollTo);
  useEffect(() => {
    if (target >= 0 && top !== undefined) {
      virtualizer.scrollToIndex(target, { align: "start" });
      onScrolled?.();
    }
  }, [target, top, virtualizer, onScrolled]);
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
              style={{ transform: `translateY(${place.start - (top ?? 0)}px)` }}
            >
              {renderLine(item)}
            </div>
          )
        );
      })}
    </div>
  );
}
