import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "./data-table.module.css";
import type { TableBodyProps } from "./table-body.tsx";
import { TableRow } from "./table-row.tsx";

const ROW_HEIGHT = 49;
const OVERSCAN = 15;

/** Holds the place of rows that are not in the page. */
function Gap({ height, span }: { readonly height: number; readonly span: number }) {
  return height <= 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus.
    <tr aria-hidden="true">
      <td colSpan={span} className={styles.gap} style={{ height }} />
    </tr>
  );
}

/** The rows of a long table, of which only what can be seen, and a little more, is in the page. */
export function VirtualBody<R extends { readonly id: string }>(props: TableBodyProps<R>) {
  // The virtualizer changes in place, which the compiler cannot see.
  "use no memo";
  const { rows, scrollTo, onScrolled, scrollPadding, ...row } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState<number>();
  useLayoutEffect(() => {
    setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollMargin: top ?? 0,
    scrollPaddingStart: scrollPadding,
  });
  const target = scrollTo === undefined ? -1 : rows.findIndex(({ id }) => id === scrollTo);
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
      <Gap height={before} span={row.columns.length} />
      {places.map(({ index, key }) => {
        const one = rows[index];
        return (
          one && (
            <TableRow
              key={key}
              {...row}
              row={one}
              rowIndex={index + 1}
              measure={virtualizer.measureElement}
            />
          )
        );
      })}
      <Gap height={after} span={row.columns.length} />
    </tbody>
  );
}
