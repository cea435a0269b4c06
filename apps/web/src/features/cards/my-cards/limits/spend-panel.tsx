import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { limitInForce } from "../../../../lib/card-limits.ts";
import { TileMeter } from "../../../../ui/chart/tile-meter.tsx";
import { Panel } from "../../../../ui/layout/panel.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { usedShare } from "./monthly-limit.ts";

interface SpendProps {
  readonly card: Card;
}

/** Shows a card's spending today and this month, compared with its limit. */
export function SpendPanel({ card }: SpendProps) {
  const { t } = useLingui();
  const { currency } = card;
  return (
    <Panel>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <div className="text-small text-ink-3">
            <Trans>Spent today</Trans>
          </div>
          <Money amount={card.spentToday} currency={currency} className="mt-px block text-h" />
        </div>
        <div className="ml-auto text-right">
          <div className="text-small text-ink-3">
            <Trans>This month</Trans>
          </div>
          <div className="mt-px text-h">
            <Money amount={card.spentThisMonth} currency={currency} />{" "}
            <span className="font-medium whitespace-nowrap text-ink-3">
              {"/ "}
              <Money amount={limitInForce(card, "monthly")} currency={currency} />
            </span>
          </div>
        </div>
      </div>
      <div className="mt-3">
        <TileMeter label={t`Monthly limit used`} share={usedShare(card)} />
      </div>
    </Panel>
  );
}
