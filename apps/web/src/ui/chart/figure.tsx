import { Trans } from "@lingui/react/macro";
import { ChartColumn, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { classNames } from "../style/class-names.ts";

/** A chart's data as a table, for users who cannot see the chart or prefer numbers. */
export interface FigureTable {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

function DataTable({ caption, head, rows }: FigureTable) {
  return (
    <table className="w-full text-small">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {head.map((text, place) => (
            <th
              key={text}
              scope="col"
              className={classNames(
                "py-1.5 font-medium text-ink-3",
                place === 0 ? "text-left" : "text-right",
              )}
            >
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-1.5 text-left font-normal text-ink-2">
              {name}
            </th>
            {values.map((value, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are never reordered
              <td key={place} className="py-1.5 pl-3 text-right font-medium">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns whether charts are shown as tables, and a button that toggles this. */
export function useAsTable() {
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? ChartColumn : Table2;
  const button = (
    <button
      type="button"
      aria-pressed={asTable}
      onClick={() => setAsTable(!asTable)}
      className="relative inline-flex min-h-11 items-center gap-1.5 text-small font-medium text-accent-ink"
    >
      <Icon aria-hidden="true" size={16} strokeWidth={2} />
      <Trans>Table</Trans>
    </button>
  );
  return { asTable, button };
}

interface FigureProps {
  readonly table: FigureTable;
  readonly asTable: boolean;
  /** The chart; hidden from screen readers, which read the table. */
  readonly children: ReactNode;
}

/** Renders a chart together with its data as a table. */
export function Figure({ table, asTable, children }: FigureProps) {
  return (
    <figure className="m-0">
      {!asTable && <div aria-hidden="true">{children}</div>}
      {asTable ? (
        <section
          aria-label={table.caption}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the table
          tabIndex={0}
          className="max-h-80 overflow-y-auto"
        >
          <DataTable {...table} />
        </section>
      ) : (
        <div className="sr-only left-0 whitespace-normal">
          <DataTable {...table} />
        </div>
      )}
    </figure>
  );
}
