import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { DESK_STATUSES } from "@tessera/contract/back-office/support-desk.schemas";
import { Inbox, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { changeSearch } from "../../../../lib/navigation/search-state.ts";
import { FilterChip, FilterChips } from "../../../../ui/form/filter-chip.tsx";
import { iconButtonClass } from "../../../../ui/form/icon-button.tsx";
import { SearchButton, SearchField } from "../../../../ui/form/search-field.tsx";
import { TopBar } from "../../../../ui/layout/top-bar.tsx";
import { allResponded } from "../../../../ui/list/answered-cells.ts";
import { CellsNotice } from "../../../../ui/list/cells-notice.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { LoadMore } from "../../../../ui/list/load-more.tsx";
import openRow from "../../../../ui/list/open-row.module.css";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { countsQuery, type DeskSearch, queueQuery } from "./desk.queries.ts";
import { DeskRow } from "./desk-row.tsx";
import { DESK_STATUS_LOOKS } from "./desk-words.ts";

interface DeskQueueProps {
  readonly search: DeskSearch;
  readonly onSearch: (changes: Partial<Record<keyof DeskSearch, string | undefined>>) => void;
}

function Filters({ search, onSearch }: DeskQueueProps) {
  const { t } = useLingui();
  const { data: counts } = useQuery(countsQuery);
  const toggle = (name: "status" | "assigned" | "unread", value: string) => ({
    selected: search[name] === value,
    onClick: () => onSearch({ [name]: search[name] === value ? undefined : value }),
  });
  return (
    <FilterChips label={t`Filter the list`}>
      <FilterChip {...toggle("unread", "true")}>
        <Trans>Unread</Trans> {counts !== undefined && counts.unread > 0 && counts.unread}
      </FilterChip>
      <FilterChip {...toggle("assigned", "me")}>
        <Trans>Mine</Trans> {counts !== undefined && counts.mine > 0 && counts.mine}
      </FilterChip>
      <FilterChip {...toggle("assigned", "nobody")}>
        <Trans>Unassigned</Trans>{" "}
        {counts !== undefined && counts.unassigned > 0 && counts.unassigned}
      </FilterChip>
      {DESK_STATUSES.map((status) => (
        <FilterChip key={status} {...toggle("status", status)}>
          {t(DESK_STATUS_LOOKS[status].text)}
        </FilterChip>
      ))}
    </FilterChips>
  );
}

function Rows({ search }: Pick<DeskQueueProps, "search">) {
  const { t } = useLingui();
  const list = useInfiniteQuery(queueQuery(search));
  const conversations = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (list.isPending) {
    return <SkeletonRows count={6} />;
  }
  if (list.data === undefined) {
    return (
      <ErrorPanel
        message={t`Couldn’t load the conversations.`}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const notice = <CellsNotice answers={list.data.pages} onRetry={() => void list.refetch()} />;
  if (conversations.length === 0) {
    return (
      <>
        {notice}
        {allResponded(list.data.pages) && (
          <EmptyState icon={<Inbox aria-hidden="true" size={20} strokeWidth={1.75} />}>
            <Trans>No conversations match.</Trans>
          </EmptyState>
        )}
      </>
    );
  }
  return (
    <>
      {notice}
      <div className={openRow.list}>
        {conversations.map((conversation) => (
          <DeskRow
            key={conversation.id}
            conversation={conversation}
            current={conversation.id === search.conversation}
          />
        ))}
      </div>
      {list.hasNextPage && <LoadMore onReached={() => void list.fetchNextPage()} />}
    </>
  );
}

/** Lists the conversations of all customers, most urgent first, with filters. */
export function DeskQueue({ search, onSearch }: DeskQueueProps) {
  const { t } = useLingui();
  const { data: counts } = useQuery(countsQuery);
  const [searching, setSearching] = useState(search.q !== undefined);
  return (
    <>
      <TopBar
        title={
          <>
            <Trans>Conversations</Trans>{" "}
            {counts !== undefined && (
              <span className="text-small font-medium text-ink-3">
                <Plural value={counts.open} one="# open" other="# open" />
              </span>
            )}
          </>
        }
      >
        <SearchButton onClick={() => setSearching(true)} />
        <Link
          to="/system/support"
          search={(old) =>
            changeSearch<keyof DeskSearch>(old, { conversation: undefined, answers: "1" })
          }
          state={{ openedHere: true }}
          resetScroll={false}
          aria-label={t`Saved replies`}
          className={iconButtonClass}
        >
          <MessageSquareText aria-hidden="true" size={22} strokeWidth={1.75} />
        </Link>
      </TopBar>
      <main>
        <div className="sticky top-14 z-10 border-b border-line bg-page pb-1">
          {searching && (
            <SearchField
              placeholder={t`Subject, words or customer`}
              value={search.q ?? ""}
              onSearch={(q) => onSearch({ q })}
              onClose={() => {
                setSearching(false);
                onSearch({ q: undefined });
              }}
            />
          )}
          <Filters search={search} onSearch={onSearch} />
        </div>
        <div className="px-(--gutter)">
          <Rows search={search} />
        </div>
      </main>
    </>
  );
}
