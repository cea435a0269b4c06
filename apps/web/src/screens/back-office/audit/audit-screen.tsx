import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ListedRecord } from "@tessera/contract/back-office/logs.schemas";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import {
  auditFiltersOf,
  auditQuery,
  downloadAudit,
} from "../../../features/back-office/audit-log/audit.queries.ts";
import { AuditFilters } from "../../../features/back-office/audit-log/audit-filters.tsx";
import { AuditRow } from "../../../features/back-office/audit-log/audit-row.tsx";
import { ExportButton } from "../../../features/back-office/audit-log/export-button.tsx";
import { useLocale } from "../../../lib/locale.ts";
import { cellParam } from "../../../lib/navigation/cell-links.ts";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { SearchButton, SearchField } from "../../../ui/form/search-field.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { allResponded } from "../../../ui/list/answered-cells.ts";
import { CellsNotice } from "../../../ui/list/cells-notice.tsx";
import { DayList } from "../../../ui/list/day-list.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { lazyTable } from "../../../ui/list/lazy-table.tsx";
import type { TableSort } from "../../../ui/table/table-columns.ts";

const AuditDetailSheet = lazySheet(async () => {
  return (await import("../../../features/back-office/audit-log/audit-detail-sheet.tsx"))
    .AuditDetailSheet;
});

const AuditTable = lazyTable(
  async () => (await import("../../../features/back-office/audit-log/audit-table.tsx")).AuditTable,
);

function Records() {
  const { t } = useLingui();
  const search = useSearch({ from: "/system/audit" });
  const onSearch = useListSearch<keyof typeof search>();
  const filters = auditFiltersOf(search);
  const open = ({ id, cell }: ListedRecord) => onSearch({ open: id, cell: cellParam(cell) });
  const pages = useInfiniteQuery(auditQuery(filters, useLocale()));
  const sorting = useState<TableSort>();
  const failed = t`Couldn’t load the audit log.`;
  const [searching, setSearching] = useState(search.q !== undefined);
  const [lastOpen, setLastOpen] = useState(search.open);
  if (search.open !== undefined && search.open !== lastOpen) {
    setLastOpen(search.open);
  }
  return (
    <>
      <TopBar title={<Trans>Audit log</Trans>} backTo={{ to: "/profile" }}>
        <SearchButton onClick={() => setSearching(true)} />
        <ExportButton onExport={() => downloadAudit(filters)} />
      </TopBar>
      <main>
        <div className="sticky top-14 z-10 border-b border-line bg-page pb-1">
          {searching && (
            <SearchField
              placeholder={t`Action, device or address`}
              value={search.q ?? ""}
              onSearch={(q) => onSearch({ q })}
              onClose={() => {
                setSearching(false);
                onSearch({ q: undefined });
              }}
            />
          )}
          <AuditFilters search={search} onChange={onSearch} />
        </div>
        <div className="px-(--gutter)">
          <CellsNotice answers={pages.data?.pages ?? []} onRetry={() => void pages.refetch()} />
          <DayList
            pages={pages}
            failed={failed}
            empty={
              allResponded(pages.data?.pages ?? []) && (
                <EmptyState icon={<ScrollText aria-hidden="true" size={20} strokeWidth={1.75} />}>
                  <Trans>Nothing matches these filters.</Trans>
                </EmptyState>
              )
            }
            renderRow={(record) => <AuditRow record={record} onOpen={() => open(record)} />}
            table={(records) => (
              <AuditTable {...{ records, pages, failed, sorting }} onOpen={open} />
            )}
          />
        </div>
      </main>
      {lastOpen !== undefined && (
        <AuditDetailSheet
          recordId={lastOpen}
          open={search.open !== undefined}
          inHistory
          onClose={() => onSearch({ open: undefined })}
        />
      )}
    </>
  );
}

/** Renders the program's audit log for operators who may read all of it. */
export function AuditScreen() {
  const { menus } = useSession();
  if (menus.some(({ key }) => key === "audit")) {
    return <Records />;
  }
  return (
    <>
      <TopBar title={<Trans>Audit log</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter)">
        <EmptyState icon={<ScrollText aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>This page is for administrators and auditors.</Trans>
        </EmptyState>
      </main>
    </>
  );
}
