import type { Card } from "@tessera/contract/cards/cards.schemas";
import { HomeCardActions } from "../../../features/cards/my-cards/card-actions.tsx";
import type { CardSheetName } from "../../../features/cards/my-cards/card-sheet-names.ts";
import { SpendPanel } from "../../../features/cards/my-cards/limits/spend-panel.tsx";
import { CardCarousel } from "../../../features/cards/my-cards/list/card-carousel.tsx";
import { CardTray } from "../../../features/cards/my-cards/list/card-tray.tsx";
import { NoCards } from "../../../features/cards/my-cards/list/lazy-no-cards.tsx";
import { selectCard } from "../../../features/cards/my-cards/list/selected-card.ts";
import { BelowCards } from "./lazy-below-cards.tsx";

export interface HomeProps {
  /** Cards that are not closed. */
  readonly cards: readonly Card[];
  readonly allCards: readonly Card[];
  readonly selected: Card | undefined;
  readonly onShow: (name: CardSheetName, card: Card) => void;
  /** The cursor of the next page of cards; null on the last page. */
  readonly moreAfter: string | null;
}

function Cards({ cards, selected, onShow, moreAfter }: HomeProps & { readonly selected: Card }) {
  return (
    <CardTray
      cards={cards}
      selectedId={selected.id}
      onSelect={selectCard}
      moreAfter={moreAfter}
      above={<CardCarousel cards={cards} selectedId={selected.id} onSelect={selectCard} />}
    >
      <div className="px-(--gutter)">
        <SpendPanel card={selected} />
        <div className="mt-4">
          <HomeCardActions card={selected} onShow={(name) => onShow(name, selected)} />
        </div>
      </div>
    </CardTray>
  );
}

/** Renders the home page for phones and tablets, in one column. */
export function NarrowHome(props: HomeProps) {
  const { selected, allCards, onShow } = props;
  return (
    <>
      {selected === undefined ? (
        <div className="px-(--gutter)">
          <NoCards hadCards={allCards.length > 0} />
        </div>
      ) : (
        <Cards {...props} selected={selected} />
      )}
      <div className={`px-(--gutter) ${selected === undefined ? "mt-5" : "mt-2"}`}>
        <BelowCards
          cards={allCards}
          selected={selected}
          onFund={(card) => onShow("deposit", card)}
        />
      </div>
    </>
  );
}
