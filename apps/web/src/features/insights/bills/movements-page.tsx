import { Trans, useLingui } from "@lingui/react/macro";
import type { LinkProps } from "@tanstack/react-router";
import type { MovementKind } from "@tessera/contract/insights/bills.schemas";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { SearchButton, SearchField } from "../../../ui/form/search-field.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import type { FilterCard } from "./filter-options.ts";
import type { MovementPages } from "./list-pages.ts";
import type { ExplainStopped } from "./movement-detail-sheet.tsx";
import { MovementFilters } from "./movement-filters.tsx";
import { filtersOf, type MovementSearch } from "./movement-search.ts";
import { MovementsFrame } from "./movements-frame.tsx";

export type MovementSearchChanges = Partial<Record<keyof MovementSearch, string | undefined>>;

interface MovementsPageProps {
  readonly title: ReactNode;
  readonly backTo: LinkProps;
  readonly search: MovementSearch;
  /** Changes the search parameters of the URL, which holds the filters. */
  readonly onSearch: (changes: MovementSearchChanges) => void;
  readonly pages: MovementPages;
  readonly cards: readonly FilterCard[] | undefined;
  /** Content above the list. */
  readonly notice?: ReactNode;
  readonly Explain?: ExplainStopped | undefined;
  /** The movement types that this list can contain. */
  readonly kinds: readonly MovementKind[];
  /** Content shown if there are no movements at all, even without filters. */
  readonly empty: ReactNode;
}

const CLEARED: MovementSearchChanges = {
  month: undefined,
  from: undefined,
  to: undefined,
  cardId: undefined,
  tag: undefined,
  kind: undefined,
  status: undefined,
  currency: undefined,
  min: undefined,
  max: undefined,
  q: undefined,
  at: undefined,
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

/** Renders a page of movements with a search field and filters whose values are kept in the URL. */
export function MovementsPage(props: MovementsPageProps) {
  const { title, backTo, search, onSearch, pages, cards, kinds, empty } = props;
  const { t } = useLingui();
  const [searching, setSearching] = useState(search.q !== undefined);
  // When the filters change, the new list starts at the top.
  const narrow = (changes: MovementSearchChanges) => onSearch({ ...changes, at: undefined });
  const narrowed = Object.keys(filtersOf(search)).length > 0;
  const clear = () => {
    setSearching(false);
    onSearch(CLEARED);
  };
  return (
    <MovementsFrame
      title={title}
      backTo={backTo}
      action={<SearchButton onClick={() => setSearching(true)} />}
      filters={
        <>
          {searching && (
            <SearchField
              placeholder={t`Merchant`}
              value={search.q ?? ""}
              onSearch={(q) => narrow({ q })}
              onClose={() => {
                setSearching(false);
                narrow({ q: undefined });
              }}
            />
          )}
          <MovementFilters search={search} cards={cards} kinds={kinds} onChange={narrow} />
        </>
      }
      notice={props.notice}
      pages={pages}
      cards={cards}
      Explain={props.Explain}
      empty={narrowed ? <NothingFound onClear={clear} /> : empty}
      place={{ at: search.at, onPlace: (at) => search.open === undefined && onSearch({ at }) }}
      openId={search.open}
      onOpen={(open) => onSearch({ open })}
    />
  );
}
