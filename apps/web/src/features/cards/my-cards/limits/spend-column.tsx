import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { limitInForce } from "../../../../lib/card-limits.ts";
import { TileMeter } from "../../../../ui/chart/tile-meter.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { leftThisMonth, usedShare } from "./monthly-limit.ts";

/** Shows a card's spending next to the card on wide screens. */
export function SpendColumn({ card }: { readonly card: Card }) {
  const { t } = useLingui();
  const { currency } = card;
  return (
    <div className="flex min-w-0 flex-col justify-between gap-3">
      <div>
        <div className="text-small text-ink-3">
          <Trans>Spent today</Trans>
        </div>
        <Money amount={card.spentToday} currency={currency} className="text-h2" />
      </div>
      <div>
        <div className="text-small text-ink-3">
          <Trans>This month</Trans>
        </div>
        <Money amount={card.spentThisMonth} currency={currency} className="block text-h2" />
        <div className="text-small text-ink-3">
          <Trans>
            of <Money amount={limitInForce(card, "monthly")} currency={currency} />
          </Trans>
        </div>
      </div>
      <div>
        <TileMeter label={t`Monthly limit used`} share={usedShare(card)} tiles={14} />
        <p className="mt-2 text-small text-ink-2">
          <Trans>
            <Money amount={leftThisMonth(card)} currency={currency} /> left until{" "}
            <DateText at={card.monthlyResetsAt} format="day" />
          </Trans>
        </p>
      </div>
    </div>
  );
}
