import type { ReactNode } from "react";
import { DateText } from "../text/date-text.tsx";
import { DayHead } from "./day-head.tsx";
import { dayLines } from "./day-lines.ts";
import { ErrorPanel } from "./error-panel.tsx";
import { useTableRoom } from "./lazy-table.tsx";
import { type EndingPages, ListEnd } from "./list-end.tsx";
import { ListLines } from "./list-lines.tsx";
import { SkeletonRows } from "./skeleton.tsx";

interface Entry {
  readonly id: string;
  readonly at: string;
}

interface DayPage<E> {
  readonly data: readonly E[];
  readonly searchedTo?: string | undefined;
}

/** The parts of an infinite query that a list grouped by day needs. */
export interface DayPages<E> extends EndingPages {
  readonly data: { readonly pages: readonly DayPage<E>[] } | undefined;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

interface DayListProps<E> {
  readonly pages: DayPages<E>;
  readonly renderRow: (entry: E) => ReactNode;
  /** Shown when the list is empty. */
  readonly empty: ReactNode;
  /** The message shown if loading fails. */
  readonly failed: string;
  /** Replaces the rows where there is room for a table. */
  readonly table?: ((entries: readonly E[]) => ReactNode) | undefined;
}

/** Renders entries under day headings and loads more pages as the user scrolls. */
export function DayList<E extends Entry>(props: DayListProps<E>) {
  const { pages, renderRow, empty, failed, table } = props;
  const hasRoom = useTableRoom();
  if (pages.isPending) {
    return <SkeletonRows count={8} />;
  }
  if (pages.data === undefined) {
    return (
      <div className="pt-4">
        <ErrorPanel message={failed} onRetry={() => void pages.refetch()} />
      </div>
    );
  }
  const entries = pages.data.pages.flatMap((page) => page.data);
  if (entries.length === 0) {
    return pages.hasNextPage ? <ListEnd pages={pages} failed={failed} /> : empty;
  }
  if (hasRoom && table !== undefined) {
    return table(entries);
  }
  return (
    <>
      <ListLines
        items={dayLines(entries)}
        renderLine={(line) =>
          line.kind === "head" ? (
            <DayHead key={line.key} day={<DateText at={line.at} format="relative" />} />
          ) : (
            <div
              key={line.key}
              data-row={line.key}
              className={line.firstOfDay ? undefined : "border-t border-line"}
            >
              {renderRow(line.entry)}
            </div>
          )
        }
      />
      <ListEnd pages={pages} failed={failed} />
    </>
  );
}
