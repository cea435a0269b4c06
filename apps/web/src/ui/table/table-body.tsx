import { type ReactNode, useEffect } from "react";

/** Measures the height of a row. */
export type MeasureRow = (element: HTMLTableRowElement | null) => void;

export interface TableBodyProps {
  /** The rows' ids, in display order. */
  readonly ids: readonly string[];
  /** Renders the row at an index. `measure` is passed only in a virtualized table. */
  readonly renderRow: (place: number, measure?: MeasureRow) => ReactNode;
  /** Number of columns. */
  readonly span: number;
  /** Id of the row to scroll to initially; `onScrolled` is called when the row is shown. */
  readonly scrollTo: string | undefined;
  readonly onScrolled: (() => void) | undefined;
  /** Height of the sticky elements above the rows, in pixels. */
  readonly scrollPadding: number;
}

/** Renders a table's rows, keeping all of them in the DOM. */
export function TableBody(props: TableBodyProps) {
  const { ids, renderRow, scrollTo, onScrolled, scrollPadding } = props;
  useEffect(() => {
    if (scrollTo !== undefined) {
      const element = document.querySelector(`tr[data-row="${CSS.escape(scrollTo)}"]`);
      const top = (element?.getBoundingClientRect().top ?? scrollPadding) - scrollPadding;
      window.scrollBy({ top, behavior: "instant" });
      onScrolled?.();
    }
  }, [scrollTo, onScrolled, scrollPadding]);
  return <tbody>{ids.map((_, place) => renderRow(place))}</tbody>;
}
