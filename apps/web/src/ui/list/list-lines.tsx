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

// Where its code does not come, the list stays whole and only scrolls less smoothly.
const VirtualLines = lazy(() =>
  import("./virtual-lines.tsx").then(
    ({ VirtualLines }) => ({ default: (props: AnyLines) => <VirtualLines {...props} /> }),
    () => ({ default: PlainLines }),
  ),
);
/** Longer lists keep only what is on the screen, and a little more, in the page. */
const PLAIN_LINES = 130;

/** The lines of a list, of which a long one keeps in the page only what can be seen. */
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
