import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { CUSTOMER_FILTERS } from "@tessera/contract/back-office/customers.schemas";
import { Search, UsersRound, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";
import { IconButton } from "../../../ui/form/icon-button.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { allResponded } from "../../../ui/list/answered-cells.ts";
import { CellsNotice } from "../../../ui/list/cells-notice.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { lazyTable, useTableRoom } from "../../../ui/list/lazy-table.tsx";
import { LoadMore } from "../../../ui/list/load-more.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import type { TableSort } from "../../../ui/table/table-columns.ts";
import { CustomerRow } from "./customer-row.tsx";
import styles from "./customers.module.css";
import { type CustomerFilters, customersQuery } from "./customers.queries.ts";

const CustomerTable = lazyTable(async () => (await import("./customer-table.tsx")).CustomerTable);
const PAUSE_MS = 200;

/** The list's search parameters in the URL. */
export interface CustomerSearch {
  readonly q?: string;
  readonly status?: string;
}

interface CustomerListProps {
  readonly search: CustomerSearch;
  readonly onSearch: (changes: { [K in keyof CustomerSearch]: string | undefined }) => void;
}

function filtersOf({ q = "", status }: CustomerSearch): CustomerFilters {
  const known = CUSTOMER_FILTERS.find((one) => one === status);
  return {
    ...(q.trim() !== "" && { q: q.trim().slice(0, 80) }),
    ...(known !== undefined && { status: known }),
  };
}

function FindField({ search, onSearch }: CustomerListProps) {
  const { t } = useLingui();
  const [text, setText] = useState(search.q ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string, pauseMs: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch({ q: next.trim() || undefined }), pauseMs);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser supports the search element
    <div role="search" className="relative px-(--gutter) py-1">
      <Search aria-hidden="true" size={20} strokeWidth={1.75} className={styles.lens} />
      <Input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={t`Find a customer`}
        placeholder={t`Username, email, last four digits or ID`}
        value={text}
        maxLength={80}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => type(target.value, PAUSE_MS)}
        className="pl-7"
        trailing={
          text === "" ? undefined : (
            <IconButton label={t`Clear search`} onClick={() => type("", 0)}>
              <X aria-hidden="true" size={20} strokeWidth={1.75} />
            </IconButton>
          )
        }
      />
    </div>
  );
}

function Found({ search }: Pick<CustomerListProps, "search">) {
  const { t } = useLingui();
  const pages = useInfiniteQuery(customersQuery(filtersOf(search)));
  const asTable = useTableRoom();
  const sorting = useState<TableSort>();
  const failed = t`Couldn’t load the customers.`;
  if (pages.isPending) {
    return <SkeletonRows count={8} />;
  }
  if (pages.data === undefined) {
    return (
      <div className="pt-4">
        <ErrorPanel message={failed} onRetry={() => void pages.refetch()} />
      </div>
    );
  }
  const customers = pages.data.pages.flatMap(({ data }) => data);
  const notice = <CellsNotice answers={pages.data.pages} onRetry={() => void pages.refetch()} />;
  if (customers.length === 0) {
    return (
      <>
        {notice}
        {allResponded(pages.data.pages) && (
          <EmptyState icon={<UsersRound aria-hidden="true" size={20} strokeWidth={1.75} />}>
            <Trans>No customer found. Try the first letters of the username or email.</Trans>
          </EmptyState>
        )}
      </>
    );
  }
  if (asTable) {
    return (
      <div aria-busy={pages.isPlaceholderData || undefined}>
        {notice}
        <CustomerTable customers={customers} pages={pages} failed={failed} sorting={sorting} />
      </div>
    );
  }
  return (
    <>
      {notice}
      <ul aria-busy={pages.isPlaceholderData || undefined}>
        {customers.map((customer) => (
          <li key={customer.id} className={styles.row}>
            <CustomerRow customer={customer} />
          </li>
        ))}
      </ul>
      {pages.isFetchingNextPage && <SkeletonRows count={2} />}
      {pages.hasNextPage && !pages.isFetching && (
        <LoadMore onReached={() => void pages.fetchNextPage()} />
      )}
    </>
  );
}

/** Lists customers, with a search field that filters the list as the operator types. */
export function CustomerList({ search, onSearch }: CustomerListProps) {
  const { t } = useLingui();
  const chips = {
    suspended: t`Suspended`,
    stopped: t`On security hold`,
    closing: t`Closing`,
    closed: t`Closed`,
    unclaimed: t`Closed with a balance`,
  } as const;
  return (
    <>
      <FindField search={search} onSearch={onSearch} />
      <FilterChips label={t`Filters`}>
        {(["suspended", "stopped", "closing", "closed", "unclaimed"] as const).map((one) => (
          <FilterChip
            key={one}
            selected={search.status === one}
            onClick={() => onSearch({ status: search.status === one ? undefined : one })}
          >
            {chips[one]}
          </FilterChip>
        ))}
      </FilterChips>
      <div className="px-(--gutter)">
        <Found search={search} />
      </div>
    </>
  );
}
