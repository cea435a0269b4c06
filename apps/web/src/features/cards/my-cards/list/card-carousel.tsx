import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { useDeferredValue, useEffect, useRef } from "react";
import { CardFace, CardFaceLoading } from "../../../../ui/card-face/card-face.tsx";

interface CardCarouselProps {
  readonly cards: readonly Card[];
  readonly selectedId: string;
  readonly onSelect: (cardId: string) => void;
}

/**
 * Number of cards rendered on each side of the selected card. The cards in view are rendered first.
 */
const DRAWN_BESIDE = 3;
const SEEN_BESIDE = 1;
const SETTLED_PX = 3;

const ITEM = "w-[min(326px,calc(100vw-64px))] flex-none snap-start only:w-full";

/** Returns the scroll position at which the card is aligned with the start of the carousel. */
function startOf(list: HTMLElement, item: Element | undefined): number {
  const first = list.firstElementChild;
  return item instanceof HTMLElement && first instanceof HTMLElement
    ? item.offsetLeft - first.offsetLeft
    : Number.POSITIVE_INFINITY;
}

/** Returns the index of the card closest to the current scroll position. */
function nearestIndex(list: HTMLElement): number {
  const distances = [...list.children].map((item) =>
    Math.abs(startOf(list, item) - list.scrollLeft),
  );
  return distances.indexOf(Math.min(...distances));
}

/** Renders the cards side by side. Scrolling selects a card, and selecting a card scrolls to it. */
export function CardCarousel({ cards, selectedId, onSelect }: CardCarouselProps) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  /** Target of a programmatic scroll. Cards passed on the way are not selected. */
  const heading = useRef<number | null>(null);
  const selected = Math.max(
    0,
    cards.findIndex((card) => card.id === selectedId),
  );
  const first = useRef(true);
  const drawnBeside = useDeferredValue(DRAWN_BESIDE, SEEN_BESIDE);

  useEffect(() => {
    const element = list.current;
    const instant = first.current;
    first.current = false;
    // The carousel already starts at the first card, so there is nothing to measure.
    if (element === null || (instant && selected === 0)) {
      return;
    }
    const room = element.scrollWidth - element.clientWidth;
    const left = Math.min(startOf(element, element.children[selected]), room);
    if (Math.abs(element.scrollLeft - left) > SETTLED_PX && nearestIndex(element) !== selected) {
      heading.current = instant ? null : left;
      element.scrollTo({ left, behavior: instant ? "instant" : "smooth" });
    }
  }, [selected]);

  const onScroll = () => {
    const element = list.current;
    if (element === null) {
      return;
    }
    if (heading.current !== null) {
      if (Math.abs(element.scrollLeft - heading.current) <= SETTLED_PX) {
        heading.current = null;
      }
      return;
    }
    const card = cards[nearestIndex(element)];
    if (card !== undefined && card.id !== selectedId) {
      onSelect(card.id);
    }
  };
  const takeOver = () => {
    heading.current = null;
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in all browsers
    <div
      ref={list}
      role="group"
      aria-label={t`Your cards`}
      onScroll={onScroll}
      onTouchStart={takeOver}
      onWheel={takeOver}
      onPointerDown={takeOver}
      className="relative -mb-7 flex snap-x snap-mandatory scroll-px-(--gutter) gap-3 overflow-x-auto overscroll-x-contain px-(--gutter) pt-1 pb-7 scrollbar-none has-[>:nth-child(2)]:pr-[calc(100%-min(326px,100vw-64px)-var(--gutter))]"
    >
      {cards.map((card, index) => (
        <Link
          key={card.id}
          to="/cards/$cardId"
          params={{ cardId: card.id }}
          className={`${ITEM} rounded-panel`}
          draggable={false}
        >
          {Math.abs(index - selected) <= drawnBeside ? (
            <CardFace card={card} pressable />
          ) : (
            <CardFaceLoading />
          )}
        </Link>
      ))}
    </div>
  );
}
