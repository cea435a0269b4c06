import { useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { lazyPart } from "../../../../ui/layout/lazy-part.tsx";
import { cardLabel } from "../card-label.ts";
import { MoreCards } from "./lazy-more-cards.tsx";

interface CardTrayProps {
  readonly cards: readonly Card[];
  readonly selectedId: string;
  readonly onSelect: (cardId: string) => void;
  /** The cursor of the next page of cards; null on the last page. */
  readonly moreAfter: string | null;
  /** Content above the tray. */
  readonly above: ReactNode;
  /** Content about the selected card. */
  readonly children: ReactNode;
}

/** Loaded on demand, so that the first view does not wait for the list of available services. */
const IssueCell = lazyPart(async () => (await import("./issue-cell.tsx")).IssueCell, null);

const CELL = "grid h-12 w-15.5 flex-none place-items-center";

/** Returns the index that an arrow key, Home or End moves to; `undefined` for other keys. */
function indexAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return (index - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/** Renders the cards as thumbnails to choose from, followed by a link to issue another card. */
export function CardTray({
  cards,
  selectedId,
  onSelect,
  moreAfter,
  above,
  children,
}: CardTrayProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const panelId = useId();
  const list = useRef<HTMLDivElement>(null);
  const selected = cards.find((card) => card.id === selectedId);
  const onKeyDown = (event: KeyboardEvent) => {
    const index = cards.findIndex((card) => card.id === selectedId);
    const next = indexAfter(event.key, index, cards.length);
    const card = next === undefined ? undefined : cards[next];
    if (next !== undefined && card !== undefined) {
      event.preventDefault();
      onSelect(card.id);
      list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
    }
  };
  return (
    <>
      {above}
      <div className="relative mt-2 mb-1.5 flex gap-0.5 overflow-x-auto px-[calc(var(--gutter)-7px)] scrollbar-none">
        <div
          ref={list}
          role="tablist"
          aria-label={t`Cards`}
          onKeyDown={onKeyDown}
          className="flex flex-none gap-0.5"
        >
          {cards.map((card) => (
            <button
              key={card.id}
              type="button"
              role="tab"
              aria-selected={card.id === selectedId}
              aria-controls={panelId}
              tabIndex={card.id === selectedId ? 0 : -1}
              aria-label={cardLabel(card, locale)}
              onClick={() => onSelect(card.id)}
              className={`group ${CELL} rounded-control -outline-offset-2`}
            >
              <span className="block rounded-thumb opacity-92 transition-shadow duration-220 group-aria-selected:opacity-100 group-aria-selected:shadow-[0_0_0_2px_var(--page),0_0_0_4px_var(--accent)]">
                <CardThumb cardId={card.id} type={card.type} />
              </span>
            </button>
          ))}
        </div>
        {moreAfter !== null && <MoreCards key={moreAfter} compact />}
        <IssueCell />
      </div>
      <div
        id={panelId}
        role="tabpanel"
        aria-label={selected === undefined ? undefined : cardLabel(selected, locale)}
      >
        {children}
      </div>
    </>
  );
}
