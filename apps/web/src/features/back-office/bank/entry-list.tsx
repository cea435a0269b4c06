import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { BANK_ENTRY_STATES, type ListedEntry } from "@tessera/contract/money-movement/bank.schemas";
import { Landmark } from "lucide-react";
import { inCell } from "../../../lib/navigation/cell-links.ts";
import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { CellsNotice } from "../../../ui/list/cells-notice.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { ListRowLink, RowIcon } from "../../../ui/list/list-row.tsx";
import openRow from "../../../ui/list/open-row.module.css";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { type BankSearch, entriesQuery, filtersOf } from "./bank.queries.ts";
import { ENTRY_LOOKS } from "./bank-words.ts";

interface EntryListProps {
  readonly search: BankSearch;
  readonly onSearch: (changes: Partial<Record<keyof BankSearch, string | undefined>>) => void;
}

type Search = Readonly<Partial<Record<string, string>>>;

function EntryRow({ entry }: { readonly entry: ListedEntry }) {
  const { t } = useLingui();
  const { id, partyName, bookedOn, remittance, amount, currency, state, cell } = entry;
  const look = ENTRY_LOOKS[state];
  return (
    <ListRowLink
      to={{
        to: "/system/bank",
        search: (old: Search) => ({ ...old, open: id, ...inCell(cell) }),
        state: { openedHere: true },
        resetScroll: false,
      }}
      lead={
        <RowIcon>
          <Landmark aria-hidden="true" strokeWidth={1.75} />
        </RowIcon>
      }
      title={partyName ?? t`Unknown payer`}
      meta={[cell === undefined ? "" : t`Cell ${cell}`, bookedOn, remittance]
        .filter((part) => part !== "")
        .join(" · ")}
      amount={<Money amount={amount} currency={currency} />}
      status={
        <Chip tone={look.tone} icon={look.icon}>
          {t(look.text)}
        </Chip>
      }
    />
  );
}

/** Lists booked transactions by what became of them. */
export function EntryList({ search, onSearch }: EntryListProps) {
  const { t } = useLingui();
  const list = useInfiniteQuery(entriesQuery(search));
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const { state, statementId } = filtersOf(search);
  return (
    <>
      <div className="-mx-(--gutter) min-w-0">
        <FilterChips label={t`Filters`}>
          {statementId !== undefined && (
            <FilterChip selected onClick={() => onSearch({ statement: undefined })}>
              {t`One statement`}
            </FilterChip>
          )}
          {BANK_ENTRY_STATES.map((one) => (
            <FilterChip key={one} selected={state === one} onClick={() => onSearch({ state: one })}>
              {t(ENTRY_LOOKS[one].text)}
            </FilterChip>
          ))}
        </FilterChips>
      </div>
      <div className="pt-1.5">
        {list.isPending && <SkeletonRows count={6} />}
        {list.isError && list.data === undefined && (
          <ErrorPanel
            message={t`Couldn’t load the transfers`}
            onRetry={() => void list.refetch()}
          />
        )}
        <CellsNotice answers={list.data?.pages ?? []} onRetry={() => void list.refetch()} />
        {list.data !== undefined && entries.length === 0 && (
          <EmptyState icon={<Landmark aria-hidden="true" size={20} strokeWidth={1.75} />}>
            <Trans>No transfers match.</Trans>
          </EmptyState>
        )}
        {entries.length > 0 && (
          <Panel className={`py-1! ${openRow.list}`}>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </Panel>
        )}
        <MoreButton pages={list} />
      </div>
    </>
  );
}
