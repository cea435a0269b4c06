import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Insight, InsightDays } from "@tessera/contract/authorization/risk-insight.schemas";
import { SlidersHorizontal } from "lucide-react";
import { useEffect, useState } from "react";
import { cardLabel } from "../../../features/cards/my-cards/card-label.ts";
import { MissingCards } from "../../../features/cards/my-cards/list/missing-cards.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { AlertList } from "../../../features/insights/risk-insight/alert-list.tsx";
import { tellAlertsSeen } from "../../../features/insights/risk-insight/insight.queries.ts";
import { ScorePanel } from "../../../features/insights/risk-insight/score-panel.tsx";
import { SuggestionList } from "../../../features/insights/risk-insight/suggestion-list.tsx";
import { WaitingPanel } from "../../../features/insights/risk-insight/waiting-panel.tsx";
import { useLocale } from "../../../lib/locale.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { DeclinesSection } from "./declines-section.tsx";
import { SpendingSection } from "./spending-section.tsx";

const FactorSheet = lazySheet(async () => {
  return (await import("../../../features/insights/risk-insight/factor-sheet.tsx")).FactorSheet;
});

interface InsightPageProps {
  readonly insight: Insight;
  readonly days: InsightDays;
}

/**
 * Returns a function that maps a card id to the card's name, which is empty until the cards have
 * loaded.
 */
function useCardName(): (cardId: string) => string {
  const locale = useLocale();
  const { data: cards } = useEveryCard();
  return (cardId) => {
    const card = cards?.find(({ id }) => id === cardId);
    return card === undefined ? "" : cardLabel(card, locale);
  };
}

/**
 * Returns when alerts were last viewed before this visit. Marks the alerts on the screen as viewed
 * for the next visit; during this visit, new alerts stay marked as new.
 */
function useSeenBefore({ alerts, alertsSeenAt, to }: Insight): string | null {
  const [before] = useState(alertsSeenAt);
  const newest = alerts[0]?.at;
  const isNew =
    newest !== undefined &&
    (alertsSeenAt === null || Date.parse(newest) > Date.parse(alertsSeenAt));
  useEffect(() => {
    if (isNew) {
      void tellAlertsSeen(to);
    }
  }, [isNew, to]);
  return before;
}

function Score({ insight }: { readonly insight: Insight }) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  if (!insight.enough) {
    return <WaitingPanel insight={insight} />;
  }
  return (
    <>
      <ScorePanel
        insight={insight}
        onHow={() => {
          setAsked(true);
          setOpen(true);
        }}
      />
      {asked && <FactorSheet insight={insight} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Renders a loaded risk insight: score, factors, alerts and suggestions. */
export function InsightPage({ insight, days }: InsightPageProps) {
  const cardName = useCardName();
  const seenAt = useSeenBefore(insight);
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_348px] lg:items-start lg:gap-10">
      <div>
        <Score insight={insight} />
        <SpendingSection spending={insight.spending} />
        <DeclinesSection declines={insight.declines} />
      </div>
      <div className="lg:-mt-3.5">
        <MissingCards />
        {insight.enough && (
          <AlertList alerts={insight.alerts} seenAt={seenAt} cardName={cardName} />
        )}
        <SuggestionList insight={insight} days={days} />
        <Link
          to="/risk-strategies"
          className={buttonClass({ block: true, className: "mt-4 mb-8" })}
        >
          <SlidersHorizontal aria-hidden="true" size={24} strokeWidth={1.6} />
          <Trans>Open strategy center</Trans>
        </Link>
      </div>
    </div>
  );
}
