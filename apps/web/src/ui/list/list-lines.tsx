import { lazy, type ReactNode, Suspense } from "react";
import type { Line } from "./virtual-lines.tsx";

interface ListLinesProps<L extends Line> {
  readonly items: readonly L[];
  readonly renderLine: (item: L) => ReactNode;
}

interface AnyLines {
  readonly items: readonly Line[];
  readonly renderLine: (item: Line) => ReactNode;
}

function PlainLines({ items, renderLine }: AnyLines) {
  return <div>{items.map(renderLine)}</div>;
}

// If its code fails to load, all lines stay on the page, which then merely scrolls less smoothly.
const VirtualLines = lazy(() =>
  import("./virtual-lines.tsx").then(
    ({ VirtualLines }) => ({ default: (props: AnyLines) => <VirtualLines {...props} /> }),
    () => ({ default: PlainLines }),
  ),
);
/**
 * Maximum number of lines in a plain list. Longer lists are virtualized: only the visible lines,
 * and a few more, are in the DOM.
 */
const PLAIN_LINES = 130;

/** Renders the lines of a list; a long list is virtualized. */
export function ListLines<L extends Line>({ items, renderLine }: ListLinesProps<L>) {
  const lines = { items, renderLine: (item: Line) => renderLine(item as L) };
  return items.length > PLAIN_LINES ? (
    <Suspense fallback={<PlainLines {...lines} />}>
      <VirtualLines {...lines} />
    </Suspense>
  ) : (
    <PlainLines {...lines} />
  );
}
