import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { Ellipsis, SlidersHorizontal } from "lucide-react";
import { useRef } from "react";
import { cardLabel } from "../../../features/cards/my-cards/card-label.ts";
import { cardTransactionsLink } from "../../../features/cards/my-cards/card-links.ts";
import { CardPageActions } from "../../../features/cards/my-cards/card-page-actions.tsx";
import { CardSheets, useCardSheets } from "../../../features/cards/my-cards/card-sheets.tsx";
import { isFrozenBy, isLiving } from "../../../features/cards/my-cards/card-standing.ts";
import { CardStateNote } from "../../../features/cards/my-cards/card-state-note.tsx";
import { CardStatusChip } from "../../../features/cards/my-cards/card-status-chip.tsx";
import { CardBlocks } from "../../../features/cards/my-cards/lifecycle/card-blocks.tsx";
import { LimitPanel } from "../../../features/cards/my-cards/limits/limit-panel.tsx";
import { useScrolledPast } from "../../../features/cards/my-cards/list/use-scrolled-past.ts";
import { CardMovements } from "../../../features/insights/bills/card-movements.tsx";
import { LikelyNext, OutlookPanel } from "../../../features/insights/forecast/lazy-outlook.tsx";
import { SpendingFigure } from "../../../features/insights/spending/lazy-figures.tsx";
import { useLocale } from "../../../lib/locale.ts";
import { CardFace } from "../../../ui/card-face/card-face.tsx";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { IconButton, iconButtonClass } from "../../../ui/form/icon-button.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { Skeleton } from "../../../ui/list/skeleton.tsx";
import { inlineLinkClass, textLinkClass } from "../../../ui/text/text-link.ts";
import { LazyStoppedPayment } from "../../authorization/stopped-payment/lazy-stopped-payment.tsx";
import { PreflightOption, usePreflightSheet } from "./preflight-option.tsx";

const CardLabelRow = lazyPart(
  async () =>
    (await import("../../../features/cards/my-cards/settings/load-sheets.ts")).loadLabelRow(),
  <Skeleton className="mt-3 h-11 w-40 rounded-control" />,
);

const AutoTopUpPanel = lazyPart(
  async () =>
    (await import("../../../features/cards/my-cards/settings/load-sheets.ts")).loadAutoTopUp(),
  <Skeleton className="h-14 w-full rounded-control" />,
);

const HoldNote = lazyPart(
  async () =>
    (await import("../../../features/cards/my-cards/verification/load-parts.ts")).loadHoldNote(),
  <Skeleton className="mb-3 h-40 w-full rounded-control" />,
);

interface CardPageProps {
  readonly card: Card;
}

function Title({ card, shown }: CardPageProps & { readonly shown: boolean }) {
  const locale = useLocale();
  if (!shown) {
    return <span className="sr-only">{cardLabel(card, locale)}</span>;
  }
  return (
    <span className="flex animate-[appear_120ms] items-center gap-2.5">
      <CardThumb cardId={card.id} type={card.type} size="sm" />
      <span className="min-w-0">{cardLabel(card, locale)}</span>
    </span>
  );
}

function Transactions({ card }: CardPageProps) {
  const { t } = useLingui();
  return (
    <section className="mt-3 lg:mt-0">
      <SectionHead title={<Trans>Transactions</Trans>}>
        <Link
          {...cardTransactionsLink(card.id)}
          aria-label={t`Filter transactions`}
          className={`${iconButtonClass} -mr-[12px]`}
        >
          <SlidersHorizontal aria-hidden="true" size={20} strokeWidth={1.75} />
        </Link>
      </SectionHead>
      <CardMovements card={card} Explain={LazyStoppedPayment} />
    </section>
  );
}

/** Renders one card: balance, actions, remaining limits and movements. */
export function CardPage({ card }: CardPageProps) {
  const { t } = useLingui();
  const face = useRef<HTMLDivElement>(null);
  const past = useScrolledPast(face);
  const sheets = useCardSheets();
  const preflight = usePreflightSheet(card);
  const closed = card.status === "closed";
  const living = isLiving(card);
  return (
    <>
      <TopBar title={<Title card={card} shown={past} />} backTo={{ to: "/cards" }}>
        <IconButton
          label={t`More`}
          aria-haspopup="dialog"
          onClick={() => sheets.show("options", card)}
        >
          <Ellipsis aria-hidden="true" size={24} strokeWidth={1.6} />
        </IconButton>
      </TopBar>
      <main className="px-(--gutter) lg:grid lg:grid-cols-[minmax(0,400px)_minmax(0,1fr)] lg:items-start lg:gap-10">
        <div className="lg:sticky lg:top-16">
          <div ref={face} className="pt-1">
            <CardFace card={card} />
          </div>
          <CardLabelRow card={card} onEdit={() => sheets.show("label", card)} />
          {closed && (
            <p className="mt-3">
              <CardStatusChip card={card} />
            </p>
          )}
          <CardStateNote card={card} />
          {!closed && (
            <>
              <div className="mt-4.5 mb-3">
                {living && (
                  <CardPageActions card={card} onShow={(name) => sheets.show(name, card)} />
                )}
              </div>
              {isFrozenBy(card, "verification") && (
                <HoldNote card={card} onReplace={() => sheets.show("replace", card)} />
              )}
              <CardBlocks
                card={card}
                onSchedule={() => sheets.show("schedule", card)}
                support={
                  <Link
                    to="/customer-service"
                    search={{ about: `card:${card.id}` }}
                    className={inlineLinkClass}
                  >
                    <Trans>Contact support</Trans>
                  </Link>
                }
              />
              <LimitPanel card={card} onLimits={() => sheets.show("limits", card)} />
              <div className="mt-3">
                <OutlookPanel card={card} />
              </div>
              {living && (
                <div className="mt-3">
                  <AutoTopUpPanel card={card} />
                </div>
              )}
              <div className="mt-3">
                <SpendingFigure currency={card.currency} cardId={card.id} />
              </div>
            </>
          )}
          <Link
            to="/customer-service"
            search={{ about: `card:${card.id}` }}
            className={textLinkClass}
          >
            <Trans>Ask about this</Trans>
          </Link>
        </div>
        <Transactions card={card} />
      </main>
      <CardSheets
        sheets={sheets}
        beforeStop={({ id }) => <LikelyNext cardId={id} />}
        moreOptions={
          living && (
            <PreflightOption
              onOpen={() => {
                sheets.hide();
                preflight.show();
              }}
            />
          )
        }
      />
      {preflight.sheet}
    </>
  );
}
