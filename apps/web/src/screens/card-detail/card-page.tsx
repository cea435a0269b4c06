import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { Ellipsis, SlidersHorizontal } from "lucide-react";
import { useRef } from "react";
import { CardMovements } from "../../features/bills/card-movements.tsx";
import { cardLabel } from "../../features/cards/card-label.ts";
import { cardTransactionsLink } from "../../features/cards/card-links.ts";
import { CardPageActions } from "../../features/cards/card-page-actions.tsx";
import { CardSheets, useCardSheets } from "../../features/cards/card-sheets.tsx";
import { CardStateNote } from "../../features/cards/card-state-note.tsx";
import { CardStatusChip } from "../../features/cards/card-status-chip.tsx";
import { LimitPanel } from "../../features/cards/limit-panel.tsx";
import { useScrolledPast } from "../../features/cards/use-scrolled-past.ts";
import { SpendingFigure } from "../../features/figures/lazy-figures.tsx";
import { useLocale } from "../../lib/locale.ts";
import { CardFace } from "../../ui/card-face.tsx";
import { CardThumb } from "../../ui/card-thumb.tsx";
import { IconButton, iconButtonClass } from "../../ui/icon-button.tsx";
import { SectionHead } from "../../ui/panel.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

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
          className={`${iconButtonClass} -mr-3`}
        >
          <SlidersHorizontal aria-hidden="true" size={20} strokeWidth={1.75} />
        </Link>
      </SectionHead>
      <CardMovements card={card} />
    </section>
  );
}

/** One card: what it holds, what can be done with it, what is left of its limit, what happened. */
export function CardPage({ card }: CardPageProps) {
  const { t } = useLingui();
  const face = useRef<HTMLDivElement>(null);
  const past = useScrolledPast(face);
  const sheets = useCardSheets();
  const closed = card.status === "closed";
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
          {closed && (
            <p className="mt-3">
              <CardStatusChip status="closed" />
            </p>
          )}
          <CardStateNote card={card} />
          {!closed && (
            <>
              <div className="mt-4.5 mb-3">
                <CardPageActions card={card} onShow={(name) => sheets.show(name, card)} />
              </div>
              <LimitPanel card={card} />
              <div className="mt-3">
                <SpendingFigure currency={card.currency} cardId={card.id} />
              </div>
            </>
          )}
        </div>
        <Transactions card={card} />
      </main>
      <CardSheets sheets={sheets} />
    </>
  );
}
