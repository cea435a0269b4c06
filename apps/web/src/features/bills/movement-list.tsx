import { Trans, useLingui } from "@lingui/react/macro";
import type { Movement } from "@tessera/contract/bills/bills.schemas";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { DateText } from "../../ui/date-text.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { type DayItem, dayItems, plainItems } from "./day-items.ts";
import { DayLine } from "./day-line.tsx";
import type { MovementPages } from "./list-pages.ts";
import type { MovementCard } from "./movement-row.tsx";
import { type ListPlace, scrollToRow, useListPlace } from "./use-list-place.ts";
import type { VirtualLinesProps } from "./virtual-lines.tsx";

function PlainLines({ items, renderLine, scrollTo, onScrolled }: VirtualLinesProps) {
  useEffect(() => {
    if (scrollTo !== undefined) {
      scrollToRow(scrollTo);
      onScrolled?.();
    }
  }, [scrollTo, onScrolled]);
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

interface MovementListProps {
  readonly pages: MovementPages;
  readonly cards: readonly MovementCard[] | undefined;
  readonly onOpen: (movement: Movement) => void;
  /** Shown where there is nothing. */
  readonly empty: ReactNode;
  /** The place to come back to, where the list has one. */
  readonly place?: ListPlace | undefined;
  /** On a card's own page: no heads, and each row leads with what was bought. */
  readonly withinCard?: boolean | undefined;
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

/** Says that what is asked for is rare, and how far back has been looked for it. */
function Searching({ searchedTo }: { readonly searchedTo: string }) {
  return (
    <p role="status" className="pt-4 pb-2 text-center text-small text-ink-3">
      <Trans>
        Searched back to <DateText at={searchedTo} format="day" />. Searching further.
      </Trans>
    </p>
  );
}

function ListEnd({ pages }: { readonly pages: MovementPages }) {
  const { t } = useLingui();
  const searchedTo = pages.data?.pages.at(-1)?.searchedTo;
  const searching = searchedTo !== undefined && <Searching searchedTo={searchedTo} />;
  if (pages.isFetchingNextPage) {
    return searching || <SkeletonRows count={1} />;
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
    <>
      {searching}
      <LoadMore onReached={() => void pages.fetchNextPage()} />
    </>
  ) : (
    <p className="pt-4 pb-8 text-center text-small text-ink-3">
      <Trans>That’s everything</Trans>
    </p>
  );
}

/** Movements under the heads of their days, page after page. */
export function MovementList(props: MovementListProps) {
  const { pages, cards, onOpen, empty, place, withinCard } = props;
  const { t } = useLingui();
  const movements = (pages.data?.pages ?? []).flatMap((page) => page.data);
  const isLoaded = (id: string) => movements.some((movement) => movement.id === id);
  const { restoring, target, onScrolled } = useListPlace(pages, isLoaded, place);
  if (pages.isPending || restoring) {
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
  if (movements.length === 0) {
    return pages.hasNextPage ? <ListEnd pages={pages} /> : empty;
  }
  const items = withinCard ? plainItems(movements) : dayItems(movements, !pages.hasNextPage);
  const line = (item: DayItem) => (
    <DayLine key={item.key} item={item} cards={cards} onOpen={onOpen} withinCard={withinCard} />
  );
  const lines = { items, renderLine: line, scrollTo: target, onScrolled };
  return (
    <>
      {movements.length > PLAIN_ROWS ? (
        <Suspense fallback={<PlainLines items={items} renderLine={line} />}>
          <VirtualLines {...lines} />
        </Suspense>
      ) : (
        <PlainLines {...lines} />
      )}
      <ListEnd pages={pages} />
    </>
  );
}
