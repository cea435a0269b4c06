import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { ListChecks, Plus } from "lucide-react";
import { RecentBills } from "../../../features/insights/bills/recent-bills.tsx";
import { figurePlace, SpendingFigure } from "../../../features/insights/spending/lazy-figures.tsx";
import { useOffers } from "../../../lib/api/offering.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { WhenNear } from "../../../ui/layout/when-near.tsx";
import { HomeNotices } from "./lazy-home-notices.tsx";
import { Welcome } from "./lazy-welcome.tsx";

function QuickActions() {
  const offered = useOffers("cards");
  return (
    <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.25rem),1fr))] gap-2.5">
      {offered && (
        <Link to="/card-selection" className={buttonClass({ size: "md" })}>
          <Plus aria-hidden="true" size={16} strokeWidth={2} className="flex-none" />
          <Trans>Issue card</Trans>
        </Link>
      )}
      <Link to="/transactions" className={buttonClass({ size: "md" })}>
        <ListChecks aria-hidden="true" size={16} strokeWidth={2} className="flex-none" />
        <Trans>All transactions</Trans>
      </Link>
    </div>
  );
}

interface BelowCardsProps {
  readonly cards: readonly Card[];
  /** The selected card, if there is one. */
  readonly selected: Card | undefined;
  readonly onFund: (card: Card) => void;
}

/**
 * Renders the phone's home page below the cards: notices, first steps, latest bills, links and
 * spending.
 */
export function BelowCards({ cards, selected, onFund }: BelowCardsProps) {
  return (
    <>
      <HomeNotices className="mt-5 mb-5" />
      <Welcome cards={cards} onFund={onFund} />
      <RecentBills cards={cards} />
      <QuickActions />
      {selected !== undefined && (
        <div className="mt-5">
          <WhenNear waiting={figurePlace}>
            <SpendingFigure currency={selected.currency} />
          </WhenNear>
        </div>
      )}
    </>
  );
}
