import { useEffect } from "react";
import { TableRow, type TableRowProps } from "./table-row.tsx";

export interface TableBodyProps<R extends { readonly id: string }>
  extends Omit<TableRowProps<R>, "row" | "rowIndex" | "measure"> {
  readonly rows: readonly R[];
  /** The row to begin with, once; `onScrolled` is called when it is there. */
  readonly scrollTo?: string | undefined;
  readonly onScrolled?: (() => void) | undefined;
  /** In pixels: what stays above the rows. */
  readonly scrollPadding: number;
}

/** The rows of a table, all of them in the page. */
export function TableBody<R extends { readonly id: string }>(props: TableBodyProps<R>) {
  const { rows, scrollTo, onScrolled, scrollPadding, ...row } = props;
  useEffect(() => {
    if (scrollTo !== undefined) {
      const element = document.querySelector(`tr[data-row="${CSS.escape(scrollTo)}"]`);
      const top = (element?.getBoundingClientRect().top ?? scrollPadding) - scrollPadding;
      window.scrollBy({ top, behavior: "instant" });
      onScrolled?.();
    }
  }, [scrollTo, onScrolled, scrollPadding]);
  return (
    <tbody>
      {rows.map((one) => (
        <TableRow key={one.id} {...row} row={one} />
      ))}
    </tbody>
  );
}
