import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { ReactNode } from "react";
import { TileRing } from "../../../../ui/chart/tile-ring.tsx";
import { lazyPart } from "../../../../ui/layout/lazy-part.tsx";
import { Panel } from "../../../../ui/layout/panel.tsx";
import { Skeleton } from "../../../../ui/list/skeleton.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { leftThisMonth, usedShare } from "./monthly-limit.ts";

function Line({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3 text-small">
      <dt className="text-ink-3">{label}</dt>
      <dd className="ml-auto font-medium">{children}</dd>
    </div>
  );
}

const OwnLimits = lazyPart(
  async () => (await import("../settings/load-sheets.ts")).loadOwnLimits(),
  <Skeleton className="h-14 w-full rounded-control" />,
);

interface LimitPanelProps {
  readonly card: Card;
  /** Opens the sheet with the owner's limits. */
  readonly onLimits: () => void;
}

/**
 * Shows a card's monthly limit: the ring shows the share used, and the number shows the amount
 * left.
 */
export function LimitPanel({ card, onLimits }: LimitPanelProps) {
  const { t } = useLingui();
  const { currency } = card;
  const share = usedShare(card);
  return (
    <Panel className="flex flex-wrap items-center gap-4.5 py-4">
      <TileRing label={t`Monthly limit used`} share={share} size={104}>
        <span className="text-h" aria-hidden="true">{`${Math.round(share * 100)}%`}</span>
      </TileRing>
      <div className="min-w-40 flex-1">
        <div className="text-small text-ink-3">
          <Trans>Monthly limit</Trans>
        </div>
        <Money amount={leftThisMonth(card)} currency={currency} className="mt-0.5 block text-h2" />
        <div className="text-small text-ink-2">
          <Trans>
            left until <DateText at={card.monthlyResetsAt} format="day" />
          </Trans>
        </div>
        <hr className="mt-2 mb-2 border-line" />
        <dl className="grid gap-0.5">
          <Line label={<Trans>Spent today</Trans>}>
            <Money amount={card.spentToday} currency={currency} />
          </Line>
          <Line label={<Trans>Spent this month</Trans>}>
            <Money amount={card.spentThisMonth} currency={currency} />
          </Line>
        </dl>
      </div>
      <OwnLimits card={card} onChange={onLimits} />
    </Panel>
  );
}
