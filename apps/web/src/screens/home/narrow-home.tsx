import type { Card } from "@tessera/contract/cards/cards.schemas";
import { HomeCardActions } from "../../features/cards/card-actions.tsx";
import { CardCarousel } from "../../features/cards/card-carousel.tsx";
import type { CardSheetName } from "../../features/cards/card-sheet-names.ts";
import { CardTray } from "../../features/cards/card-tray.tsx";
import { NoCards } from "../../features/cards/lazy-no-cards.tsx";
import { selectCard } from "../../features/cards/selected-card.ts";
import { SpendPanel } from "../../features/cards/spend-panel.tsx";
import { BelowCards } from "./lazy-below-cards.tsx";

export interface HomeProps {
  /** The cards that are not closed. */
  readonly cards: readonly Card[];
  readonly allCards: readonly Card[];
  readonly selected: Card | undefined;
  readonly onShow: (name: CardSheetName, card: Card) => void;
  /** The cursor after the last of them; null if these are all. */
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

/** Home on phones and tablets: one column. */
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
