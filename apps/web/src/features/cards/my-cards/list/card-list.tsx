import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { tagKey } from "@tessera/contract/cards/tag-key";
import { Search, X } from "lucide-react";
import type { ReactNode } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { hasTag, usedTags } from "../../../../lib/used-tags.ts";
import { TIER_LABELS } from "../../../../ui/card-face/card-face.tsx";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { networkName } from "../../../../ui/card-face/network-mark.tsx";
import { FilterChip, FilterChips } from "../../../../ui/form/filter-chip.tsx";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ListRowLink } from "../../../../ui/list/list-row.tsx";
import { cardName } from "../../../../ui/mosaic/card-name.ts";
import { tierOf } from "../../../../ui/mosaic/palette.ts";
import { Money } from "../../../../ui/text/money.tsx";
import { CardStatusChip } from "../card-status-chip.tsx";
import { useUsageText } from "../limits/card-usage-text.tsx";
import { findCards } from "./find-cards.ts";

function RowTags({ tags }: Pick<Card, "tags">) {
  return tags.length === 0 ? null : (
    <span className="mt-1 flex flex-wrap gap-1">
      {tags.map((tag) => (
        <span
          key={tag}
          className="max-w-full truncate rounded-thumb bg-fill px-1.5 text-micro text-ink-2"
        >
          {tag}
        </span>
      ))}
    </span>
  );
}

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
      meta={
        <>
          {[t(TIER_LABELS[tierOf(card.type)]), networkName(card.network), usageText(card)]
            .filter((part) => part !== null)
            .join(" · ")}
          <RowTags tags={card.tags} />
        </>
      }
      amount={<Money amount={card.balance} currency={card.currency} />}
      quietAmount={closed}
      status={<CardStatusChip card={card} />}
    />
  );
}

interface CardListProps {
  readonly cards: readonly Card[];
  /** Content after the last card: a loader for more cards, or a note that some are missing. */
  readonly end: ReactNode;
  readonly search: string;
  /** The tag that the list is filtered by. */
  readonly tag: string | undefined;
  readonly onSearch: (search: string) => void;
  readonly onTag: (tag: string | undefined) => void;
  /** Content between the search field and the cards. */
  readonly children?: ReactNode;
}

interface TagChipsProps extends Pick<CardListProps, "cards" | "tag" | "onTag"> {}

/** Lists the tags of the cards. Pressing a tag filters the list by it. */
function TagChips({ cards, tag, onTag }: TagChipsProps) {
  const { t } = useLingui();
  const tags = usedTags(cards);
  const chosen = tag === undefined ? undefined : tagKey(tag);
  // The URL may contain a tag that no card has anymore.
  const isKnown = tags.some((one) => tagKey(one) === chosen);
  const shown = tag === undefined || isKnown ? tags : [tag, ...tags];
  return shown.length === 0 ? null : (
    <div className="-mx-(--gutter)">
      <FilterChips label={t`Tags`}>
        {shown.map((one) => {
          const selected = tagKey(one) === chosen;
          return (
            <FilterChip
              key={one}
              selected={selected}
              onClick={() => onTag(selected ? undefined : one)}
            >
              {one}
            </FilterChip>
          );
        })}
      </FilterChips>
    </div>
  );
}

/**
 * Lists all cards, including closed ones, with a search by name, last four digits, network or tag.
 */
export function CardList(props: CardListProps) {
  const { cards, end, search, tag, onSearch, onTag, children } = props;
  const { t } = useLingui();
  const tagged = tag === undefined ? cards : cards.filter((card) => hasTag(card, tag));
  const found = findCards(tagged, search);
  const open = found.filter((card) => card.status !== "closed");
  const closed = found.filter((card) => card.status === "closed");
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser supports the search element
       */}
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
          placeholder={t`Name, last four digits or tag`}
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
      <TagChips cards={cards} tag={tag} onTag={onTag} />
      {children}
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
