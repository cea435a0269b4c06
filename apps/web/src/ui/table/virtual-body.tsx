import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "./data-table.module.css";
import type { TableBodyProps } from "./table-body.tsx";

const ROW_HEIGHT = 49;
const OVERSCAN = 15;

/** Renders empty space in place of rows that are not in the DOM. */
function Gap({ height, span }: { readonly height: number; readonly span: number }) {
  return height <= 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can receive the focus
    <tr aria-hidden="true">
      <td colSpan={span} className={styles.gap} style={{ height }} />
    </tr>
  );
}

/** Renders the rows of a long table, keeping only the visible rows and a few extra in the DOM. */
export function VirtualBody(props: TableBodyProps) {
  // The virtualizer mutates its state, which the compiler cannot see.
  "use no memo";
  const { ids, renderRow, span, scrollTo, onScrolled, scrollPadding } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState<number>();
  useLayoutEffect(() => {
    setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN,
    scrollMargin: top ?? 0,
    scrollPaddingStart: scrollPadding,
  });
  const target = scrollTo === undefined ? -1 : ids.indexOf(scrollTo);
  useEffect(() => {
    if (target >= 0 && top !== undefined) {
      virtualizer.scrollToIndex(target, { align: "start" });
      onScrolled?.();
    }
  }, [target, top, virtualizer, onScrolled]);
  const places = virtualizer.getVirtualItems();
  const margin = top ?? 0;
  const before = (places[0]?.start ?? margin) - margin;
  const after = virtualizer.getTotalSize() - ((places.at(-1)?.end ?? margin) - margin);
  return (
    <tbody ref={body}>
      <Gap height={before} span={span} />
      {places.map(({ index }) => renderRow(index, virtualizer.measureElement))}
      <Gap height={after} span={span} />
    </tbody>
  );
}
