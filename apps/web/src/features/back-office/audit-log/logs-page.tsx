import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { LogEntry } from "@tessera/contract/back-office/logs.schemas";
import { ScrollText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { Button } from "../../../ui/form/button.tsx";
import { SearchButton, SearchField } from "../../../ui/form/search-field.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { DayList } from "../../../ui/list/day-list.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { lazyTable } from "../../../ui/list/lazy-table.tsx";
import type { TableSort } from "../../../ui/table/table-columns.ts";
import { ExportButton } from "./export-button.tsx";
import { LogFilters } from "./log-filters.tsx";
import { type LogCard, LogRow } from "./log-row.tsx";
import { downloadLogs, logsQuery } from "./logs.queries.ts";
import { filtersOf, type LogSearch, type LogSearchChanges } from "./logs-search.ts";

const LogTable = lazyTable(async () => (await import("./log-table.tsx")).LogTable);

interface LogsPageProps {
  readonly search: LogSearch;
  /** Changes the search parameters in the URL, which include the filters. */
  readonly onSearch: (changes: LogSearchChanges) => void;
  readonly cards: readonly LogCard[] | undefined;
  /** Content shown above the list. */
  readonly notice: ReactNode;
}

const CLEARED: LogSearchChanges = {
  category: undefined,
  outcome: undefined,
  cardId: undefined,
  month: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
};

function Empty({
  narrowed,
  onClear,
}: {
  readonly narrowed: boolean;
  readonly onClear: () => void;
}) {
  return narrowed ? (
    <EmptyState
      action={
        <Button size="md" onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      <Trans>Nothing matches these filters.</Trans>
    </EmptyState>
  ) : (
    <EmptyState icon={<ScrollText aria-hidden="true" size={20} strokeWidth={1.75} />}>
      <Trans>Sign-ins, changes and money movements on your account appear here.</Trans>
    </EmptyState>
  );
}

/**
 * Lists all activity on the account, with a search field and filters that are all kept in the URL.
 */
export function LogsPage({ search, onSearch, cards, notice }: LogsPageProps) {
  const { t } = useLingui();
  const [searching, setSearching] = useState(search.q !== undefined);
  const filters = filtersOf(search);
  const pages = useInfiniteQuery(logsQuery(filters, useLocale()));
  const sorting = useState<TableSort>();
  const failed = t`Couldn’t load the logs.`;
  const open = ({ id }: LogEntry) => onSearch({ open: id });
  const clear = () => {
    setSearching(false);
    onSearch(CLEARED);
  };
  return (
    <>
      <TopBar title={<Trans>Logs</Trans>} backTo={{ to: "/profile" }}>
        <SearchButton onClick={() => setSearching(true)} />
        <ExportButton onExport={() => downloadLogs(filters)} />
      </TopBar>
      <main>
        <div className="sticky top-14 z-10 border-b border-line bg-page pb-1">
          {searching && (
            <SearchField
              placeholder={t`Action, merchant, device or address`}
              value={search.q ?? ""}
              onSearch={(q) => onSearch({ q })}
              onClose={() => {
                setSearching(false);
                onSearch({ q: undefined });
              }}
            />
          )}
          <LogFilters search={search} onChange={onSearch} />
        </div>
        <div className="px-(--gutter)">
          {notice}
          <DayList
            pages={pages}
            failed={failed}
            empty={<Empty narrowed={Object.keys(filters).length > 0} onClear={clear} />}
            renderRow={(entry) => (
              <LogRow
                entry={entry}
                card={cards?.find(({ id }) => id === entry.cardId)}
                onOpen={() => open(entry)}
              />
            )}
            table={(entries) => (
              <LogTable {...{ entries, pages, cards, failed, sorting }} onOpen={open} />
            )}
          />
        </div>
      </main>
    </>
  );
}
