import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { Search, X } from "lucide-react";
import type { ReactNode } from "react";
import { useLocale } from "../../lib/locale.ts";
import { TIER_LABELS } from "../../ui/card-face.tsx";
import { CardThumb } from "../../ui/card-thumb.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { ListRowLink } from "../../ui/list-row.tsx";
import { Money } from "../../ui/money.tsx";
import { cardName } from "../../ui/mosaic/card-name.ts";
import { tierOf } from "../../ui/mosaic/palette.ts";
import { networkName } from "../../ui/network-mark.tsx";
import { CardStatusChip } from "./card-status-chip.tsx";
import { useUsageText } from "./card-usage-text.tsx";
import { findCards } from "./find-cards.ts";

function CardRow({ card }: { readonly card: Card }) {
  const { t } = useLingui();
  const locale = useLocale();
  const usageText = useUsageText();
  const closed = card.status === "closed";
  return (
    <ListRowLink
      to={{ to: "/cards/$cardId", params: { cardId: card.id } }}
      lead={
        <span className={closed ? "opacity-50 grayscale" : undefined}>
          <CardThumb cardId={card.id} type={card.type} />
        </span>
      }
      title={`${cardName(card, locale)} ${card.last4}`}
      meta={[t(TIER_LABELS[tierOf(card.type)]), networkName(card.network), usageText(card)]
        .filter((part) => part !== null)
        .join(" · ")}
      amount={<Money amount={card.balance} currency={card.currency} />}
      quietAmount={closed}
      status={<CardStatusChip card={card} />}
    />
  );
}

interface CardListProps {
  readonly cards: readonly Card[];
  /** What follows the last card: more of them, or that some are missing. */
  readonly end: ReactNode;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Every card there ever was, to find one by its name or its last four. */
export function CardList({ cards, end, search, onSearch }: CardListProps) {
  const { t } = useLingui();
  const found = findCards(cards, search);
  const open = found.filter((card) => card.status !== "closed");
  const closed = found.filter((card) => card.status === "closed");
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: not every engine knows the search element */}
      <div role="search" className="relative py-1">
        <Search
          aria-hidden="true"
          size={20}
          strokeWidth={1.75}
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-3"
        />
        <Input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label={t`Search cards`}
          placeholder={t`Name or last four digits`}
          value={search}
          maxLength={60}
          onChange={(event) => onSearch(event.target.value)}
          className="pl-7"
          trailing={
            search === "" ? undefined : (
              <IconButton label={t`Clear search`} onClick={() => onSearch("")}>
                <X aria-hidden="true" size={20} strokeWidth={1.75} />
              </IconButton>
            )
          }
        />
      </div>
      {found.length === 0 && end === null && (
        <EmptyState>
          <Trans>No card matches this search.</Trans>
        </EmptyState>
      )}
      <div className="mt-1">
        {open.map((card) => (
          <CardRow key={card.id} card={card} />
        ))}
      </div>
      {closed.length > 0 && (
        <section className="mt-4">
          <h2 className="text-small font-medium text-ink-3">
            <Trans context="card">Closed</Trans>
          </h2>
          <div>
            {closed.map((card) => (
              <CardRow key={card.id} card={card} />
            ))}
          </div>
        </section>
      )}
      {end}
    </>
  );
}
