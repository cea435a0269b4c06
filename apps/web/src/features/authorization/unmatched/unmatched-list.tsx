import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Unplug } from "lucide-react";
import { useState } from "react";
import { useOffers } from "../../../lib/api/offering.ts";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { SearchButton, SearchField } from "../../../ui/form/search-field.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { allResponded } from "../../../ui/list/answered-cells.ts";
import { CellsNotice } from "../../../ui/list/cells-notice.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import openRow from "../../../ui/list/open-row.module.css";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { filtersOf, type UnmatchedSearch, unmatchedQuery } from "./unmatched.queries.ts";
import { UnmatchedFilters } from "./unmatched-filters.tsx";
import { UnmatchedRow } from "./unmatched-row.tsx";

interface UnmatchedListProps {
  readonly search: UnmatchedSearch;
  readonly onSearch: (changes: Partial<Record<keyof UnmatchedSearch, string | undefined>>) => void;
}

interface NothingProps {
  readonly narrowed: boolean;
  readonly offered: boolean;
}

function Nothing({ narrowed, offered }: NothingProps) {
  const none = offered ? (
    <Trans>Every network message has been matched to its authorization.</Trans>
  ) : (
    <NoNetwork />
  );
  return (
    <EmptyState icon={<Unplug aria-hidden="true" size={20} strokeWidth={1.75} />}>
      {narrowed ? <Trans>Nothing matches these filters.</Trans> : none}
    </EmptyState>
  );
}

function NoNetwork() {
  return <Trans>No card network is connected here, so no messages arrive.</Trans>;
}

/** Lists card network messages that match no authorization. */
export function UnmatchedList({ search, onSearch }: UnmatchedListProps) {
  const { t } = useLingui();
  const [searching, setSearching] = useState(search.q !== undefined);
  const list = useInfiniteQuery(unmatchedQuery(search));
  const messages = list.data?.pages.flatMap(({ data }) => data) ?? [];
  // Messages that arrived before the card network was disconnected still need a decision.
  const offered = useOffers("network");
  const narrowed = Object.values(filtersOf(search)).some((value) => value !== undefined);
  return (
    <>
      <TopBar title={<Trans>Unmatched messages</Trans>}>
        <SearchButton onClick={() => setSearching(true)} />
      </TopBar>
      <main>
        {searching && (
          <SearchField
            placeholder={t`Merchant or reference`}
            value={search.q ?? ""}
            onSearch={(q) => onSearch({ q })}
            onClose={() => {
              setSearching(false);
              onSearch({ q: undefined });
            }}
          />
        )}
        <UnmatchedFilters search={search} onChange={onSearch} />
        <div className="px-(--gutter) pt-1.5">
          {list.isPending && <SkeletonRows count={6} />}
          {list.isError && list.data === undefined && (
            <ErrorPanel
              message={t`Couldn’t load the messages`}
              onRetry={() => void list.refetch()}
            />
          )}
          <CellsNotice answers={list.data?.pages ?? []} onRetry={() => void list.refetch()} />
          {list.data !== undefined && messages.length === 0 && allResponded(list.data.pages) && (
            <Nothing narrowed={narrowed} offered={offered} />
          )}
          {messages.length > 0 && !offered && (
            <Note className="mb-3">
              <NoNetwork />
            </Note>
          )}
          {messages.length > 0 && (
            <Panel className={`py-1! ${openRow.list}`}>
              {messages.map((message) => (
                <UnmatchedRow key={message.id} message={message} />
              ))}
            </Panel>
          )}
          <MoreButton pages={list} />
        </div>
      </main>
    </>
  );
}
