import { Trans, useLingui } from "@lingui/react/macro";
import type { Movement } from "@tessera/contract/bills/bills.schemas";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { type DayItem, dayItems } from "./day-items.ts";
import { DayLine } from "./day-line.tsx";
import type { MovementCard } from "./movement-row.tsx";
import type { VirtualLinesProps } from "./virtual-lines.tsx";

function PlainLines({ items, renderLine }: VirtualLinesProps) {
  return <div>{items.map(renderLine)}</div>;
}

// Where its code does not come, the list stays whole and only scrolls less smoothly.
const VirtualLines = lazy(() =>
  import("./virtual-lines.tsx").then(
    ({ VirtualLines }) => ({ default: VirtualLines }),
    () => ({ default: PlainLines }),
  ),
);
/** Longer lists keep only what is on the screen, and a little more, in the page. */
const PLAIN_ROWS = 100;
const LOAD_AHEAD = "600px";

/** What a list needs of its infinite query. */
export interface MovementPages {
  readonly data: { readonly pages: readonly { readonly data: readonly Movement[] }[] } | undefined;
  readonly isPending: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

interface MovementListProps {
  readonly pages: MovementPages;
  readonly cards: readonly MovementCard[] | undefined;
  readonly onOpen: (movement: Movement) => void;
  /** Shown where there is nothing. */
  readonly empty: ReactNode;
}

/** Loads the next page before the reader reaches the end. */
function LoadMore({ onReached }: { readonly onReached: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) {
      return;
    }
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && onReached(),
      { rootMargin: LOAD_AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onReached]);
  return <div ref={ref} />;
}

function ListEnd({ pages }: { readonly pages: MovementPages }) {
  const { t } = useLingui();
  if (pages.isFetchingNextPage) {
    return <SkeletonRows count={1} />;
  }
  if (pages.isFetchNextPageError) {
    return (
      <div role="alert" className="flex min-h-16 flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">{t`Failed to load billing data`}</p>
        <Button size="md" onClick={() => void pages.fetchNextPage()}>
          <Trans>Retry</Trans>
        </Button>
      </div>
    );
  }
  return pages.hasNextPage ? (
    <LoadMore onReached={() => void pages.fetchNextPage()} />
  ) : (
    <p className="pt-4 pb-8 text-center text-small text-ink-3">
      <Trans>That’s everything</Trans>
    </p>
  );
}

/** Movements under the heads of their days, page after page. */
export function MovementList({ pages, cards, onOpen, empty }: MovementListProps) {
  const { t } = useLingui();
  if (pages.isPending) {
    return <SkeletonRows count={8} />;
  }
  if (pages.data === undefined) {
    return (
      <div className="pt-4">
        <ErrorPanel
          aboutMoney
          message={t`Failed to load billing data`}
          onRetry={() => void pages.refetch()}
        />
      </div>
    );
  }
  const movements = pages.data.pages.flatMap((page) => page.data);
  if (movements.length === 0) {
    return empty;
  }
  const items = dayItems(movements, !pages.hasNextPage);
  const line = (item: DayItem) => (
    <DayLine key={item.key} item={item} cards={cards} onOpen={onOpen} />
  );
  const plain = <PlainLines items={items} renderLine={line} />;
  return (
    <>
      {movements.length > PLAIN_ROWS ? (
        <Suspense fallback={plain}>
          <VirtualLines items={items} renderLine={line} />
        </Suspense>
      ) : (
        plain
      )}
      <ListEnd pages={pages} />
    </>
  );
}
