import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { ReactNode } from "react";
import { RecentBills } from "../../features/bills/recent-bills.tsx";
import { SpendingFigure } from "../../features/figures/lazy-figures.tsx";

interface BillingProps {
  /** Every card, to show whose a bill is. */
  readonly cards: readonly Card[];
  /** The currency of the pictures: that of the card which is selected. */
  readonly currency: Card["currency"] | undefined;
  /** Stands right under the bills. */
  readonly children?: ReactNode;
}

/** The newest bills, and what was spent. */
export function Billing({ cards, currency, children }: BillingProps) {
  return (
    <>
      <RecentBills cards={cards} />
      {children}
      {currency !== undefined && (
        <div className="mt-5">
          <SpendingFigure currency={currency} />
        </div>
      )}
    </>
  );
}
