import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { ListChecks, Plus } from "lucide-react";
import { RecentBills } from "../../features/bills/lazy-recent-bills.tsx";
import { HomeCardActions } from "../../features/cards/card-actions.tsx";
import { CardCarousel } from "../../features/cards/card-carousel.tsx";
import type { CardSheetName } from "../../features/cards/card-sheets.tsx";
import { CardTray } from "../../features/cards/card-tray.tsx";
import { NoCards } from "../../features/cards/lazy-no-cards.tsx";
import { selectCard } from "../../features/cards/selected-card.ts";
import { SpendPanel } from "../../features/cards/spend-panel.tsx";
import { buttonClass } from "../../ui/button.tsx";

export interface HomeProps {
  /** The cards that are not closed. */
  readonly cards: readonly Card[];
  readonly allCards: readonly Card[];
  readonly selected: Card | undefined;
  readonly onShow: (name: CardSheetName, card: Card) => void;
}

function Cards({ cards, selected, onShow }: HomeProps & { readonly selected: Card }) {
  return (
    <CardTray
      cards={cards}
      selectedId={selected.id}
      onSelect={selectCard}
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

function QuickActions() {
  return (
    <div className="mt-3 grid grid-cols-2 gap-2.5">
      <Link to="/card-selection" className={buttonClass({ size: "md" })}>
        <Plus aria-hidden="true" size={16} strokeWidth={2} className="flex-none" />
        <Trans>Issue card</Trans>
      </Link>
      <Link to="/transactions" className={buttonClass({ size: "md" })}>
        <ListChecks aria-hidden="true" size={16} strokeWidth={2} className="flex-none" />
        <Trans>All transactions</Trans>
      </Link>
    </div>
  );
}

/** Home on phones and tablets: one column. */
export function NarrowHome(props: HomeProps) {
  const { selected, allCards } = props;
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
        <RecentBills cards={allCards} />
        {selected !== undefined && <QuickActions />}
      </div>
    </>
  );
}
