import { type ReactNode, useEffect } from "react";

/** Takes in how high a row is. */
export type MeasureRow = (element: HTMLTableRowElement | null) => void;

export interface TableBodyProps {
  /** The rows' ids, in the order shown. */
  readonly ids: readonly string[];
  /** Draws the row at a place; one of a table that is not whole in the page is measured. */
  readonly renderRow: (place: number, measure?: MeasureRow) => ReactNode;
  /** How many columns there are. */
  readonly span: number;
  /** The row to begin with, once; `onScrolled` is called when it is there. */
  readonly scrollTo: string | undefined;
  readonly onScrolled: (() => void) | undefined;
  /** In pixels: what stays above the rows. */
  readonly scrollPadding: number;
}

/** The rows of a table, all of them in the page. */
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
