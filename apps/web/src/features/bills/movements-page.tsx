import { Trans } from "@lingui/react/macro";
import type { LinkProps } from "@tanstack/react-router";
import type { MovementKind } from "@tessera/contract/bills/bills.schemas";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazySheet } from "../../ui/lazy-part.tsx";
import { TopBar } from "../../ui/top-bar.tsx";
import type { FilterCard } from "./filter-options.ts";
import { MovementFilters } from "./movement-filters.tsx";
import { MovementList, type MovementPages } from "./movement-list.tsx";
import { filtersOf, type MovementSearch } from "./movement-search.ts";
import { SearchButton, SearchField } from "./search-field.tsx";

const MovementDetailSheet = lazySheet(async () => {
  return (await import("./movement-detail-sheet.tsx")).MovementDetailSheet;
});

export type MovementSearchChanges = Partial<Record<keyof MovementSearch, string | undefined>>;

interface MovementsPageProps {
  readonly title: ReactNode;
  readonly backTo: LinkProps;
  readonly search: MovementSearch;
  /** Changes the address: that is where the filters live. */
  readonly onSearch: (changes: MovementSearchChanges) => void;
  readonly pages: MovementPages;
  readonly cards: readonly FilterCard[] | undefined;
  /** The kinds that this list can have. */
  readonly kinds: readonly MovementKind[];
  /** Said where there is nothing at all. */
  readonly emptyText: ReactNode;
}

const CLEARED: MovementSearchChanges = {
  month: undefined,
  cardId: undefined,
  kind: undefined,
  status: undefined,
  currency: undefined,
  min: undefined,
  max: undefined,
  q: undefined,
};

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      action={
        <Button size="md" onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      <Trans>Nothing matches these filters.</Trans>
    </EmptyState>
  );
}

/** A whole page of movements: search, filters, the list by days, and one movement's details. */
export function MovementsPage(props: MovementsPageProps) {
  const { title, backTo, search, onSearch, pages, cards, kinds, emptyText } = props;
  const [searching, setSearching] = useState(search.q !== undefined);
  const [lastOpen, setLastOpen] = useState(search.open);
  if (search.open !== undefined && search.open !== lastOpen) {
    setLastOpen(search.open);
  }
  const narrowed = Object.keys(filtersOf(search)).length > 0;
  const clear = () => {
    setSearching(false);
    onSearch(CLEARED);
  };
  return (
    <>
      <TopBar title={title} backTo={backTo}>
        <SearchButton onClick={() => setSearching(true)} />
      </TopBar>
      <main>
        <div className="sticky top-14 z-10 border-b border-line bg-page pb-1">
          {searching && (
            <SearchField
              value={search.q ?? ""}
              onSearch={(q) => onSearch({ q })}
              onClose={() => {
                setSearching(false);
                onSearch({ q: undefined });
              }}
            />
          )}
          <MovementFilters search={search} cards={cards} kinds={kinds} onChange={onSearch} />
        </div>
        <div className="px-(--gutter)">
          <MovementList
            pages={pages}
            cards={cards}
            onOpen={(movement) => onSearch({ open: movement.id })}
            empty={
              narrowed ? <NothingFound onClear={clear} /> : <EmptyState>{emptyText}</EmptyState>
            }
          />
        </div>
      </main>
      {lastOpen !== undefined && (
        <MovementDetailSheet
          movementId={lastOpen}
          open={search.open !== undefined}
          onClose={() => onSearch({ open: undefined })}
          cards={cards}
        />
      )}
    </>
  );
}
