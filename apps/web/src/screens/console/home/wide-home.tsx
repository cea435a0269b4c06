import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Plus, Search } from "lucide-react";
import { AnnouncementBell } from "../../../features/back-office/announcements/announcement-bell.tsx";
import { AccountBalance } from "../../../features/cards/my-cards/account-balance.tsx";
import { SpendColumn } from "../../../features/cards/my-cards/limits/spend-column.tsx";
import { CardTable } from "../../../features/cards/my-cards/list/card-table.tsx";
import { NoCards } from "../../../features/cards/my-cards/list/lazy-no-cards.tsx";
import { MoreCards } from "../../../features/cards/my-cards/list/more-cards.tsx";
import { selectCard } from "../../../features/cards/my-cards/list/selected-card.ts";
import { WideCardActions } from "../../../features/cards/my-cards/wide-card-actions.tsx";
import { RecentBills } from "../../../features/insights/bills/recent-bills.tsx";
import { figurePlace, SpendingFigure } from "../../../features/insights/spending/lazy-figures.tsx";
import { useOffers } from "../../../lib/api/offering.ts";
import { CardFace } from "../../../ui/card-face/card-face.tsx";
import { buttonClass } from "../../../ui/form/button.tsx";
import { iconButtonClass } from "../../../ui/form/icon-button.tsx";
import { WhenNear } from "../../../ui/layout/when-near.tsx";
import { HomeNotices } from "./lazy-home-notices.tsx";
import { Welcome } from "./lazy-welcome.tsx";
import type { HomeProps } from "./narrow-home.tsx";

function Main({ cards, allCards, selected, onShow, moreAfter }: HomeProps) {
  if (selected === undefined) {
    return <NoCards hadCards={allCards.length > 0} />;
  }
  return (
    <>
      <div className="grid grid-cols-[minmax(0,372px)_minmax(0,1fr)] items-stretch gap-6">
        <Link to="/cards/$cardId" params={{ cardId: selected.id }} className="rounded-panel">
          <CardFace key={selected.id} card={selected} pressable />
        </Link>
        <SpendColumn card={selected} />
      </div>
      <div className="mt-5 mb-7">
        <WideCardActions card={selected} onShow={(name) => onShow(name, selected)} />
      </div>
      <CardTable
        cards={cards}
        selectedId={selected.id}
        onSelect={selectCard}
        isWhole={moreAfter === null}
      />
      {moreAfter !== null && <MoreCards key={moreAfter} />}
    </>
  );
}

/** Renders the home page for screens from 1024 px: the cards next to the account and its bills. */
export function WideHome(props: HomeProps) {
  const { t } = useLingui();
  const offered = useOffers("cards");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(280px,348px)] gap-10">
      <div>
        <div className="mb-5 flex min-h-12 items-center justify-between gap-4">
          <h1 className="text-title">
            <Trans>Cards</Trans>
          </h1>
          {offered && (
            <Link to="/card-selection" className={buttonClass({ kind: "primary", size: "md" })}>
              <Plus aria-hidden="true" size={16} strokeWidth={2} />
              <Trans>Issue card</Trans>
            </Link>
          )}
        </div>
        <HomeNotices className="mb-5" />
        <Main {...props} />
      </div>
      <aside aria-label={t`Account`}>
        <div className="mb-5 flex min-h-12 items-center justify-end">
          <Link to="/cards" aria-label={t`Search cards`} className={iconButtonClass}>
            <Search aria-hidden="true" size={20} strokeWidth={1.75} />
          </Link>
          <AnnouncementBell />
        </div>
        <Welcome cards={props.allCards} onFund={(card) => props.onShow("deposit", card)} />
        <AccountBalance currency={props.selected?.currency ?? "USD"} />
        <div className="mt-4.5">
          <RecentBills cards={props.allCards} />
        </div>
        {props.selected !== undefined && (
          <div className="mt-4.5">
            <WhenNear waiting={figurePlace}>
              <SpendingFigure currency={props.selected.currency} />
            </WhenNear>
          </div>
        )}
      </aside>
    </div>
  );
}
