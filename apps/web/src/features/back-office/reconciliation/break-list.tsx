import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import {
  BREAK_AGES,
  BREAK_KINDS,
  BREAK_STATES,
  type ListedBreak,
  RECONCILIATION_SOURCES,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import { Scale } from "lucide-react";
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
import { type BreakSearch, breaksQuery, filtersOf } from "./reconciliation.queries.ts";
import { AGE_WORDS, KIND_WORDS, SOURCE_WORDS, STATE_LOOKS } from "./reconciliation-words.ts";

interface BreakListProps {
  readonly search: BreakSearch;
  readonly onSearch: (changes: Partial<Record<keyof BreakSearch, string | undefined>>) => void;
}

type Search = Readonly<Partial<Record<string, string>>>;

function BreakRow({ one }: { readonly one: ListedBreak }) {
  const { t } = useLingui();
  const { id, kind, source, age, difference, asset, state, assignedTo, cell } = one;
  const look = STATE_LOOKS[state];
  const meta = [
    cell === undefined ? "" : t`Cell ${cell}`,
    t(SOURCE_WORDS[source]),
    t(AGE_WORDS[age]),
    assignedTo ?? "",
  ];
  return (
    <ListRowLink
      to={{
        to: "/system/board",
        search: (old: Search) => ({ ...old, open: id, ...inCell(cell) }),
        state: { openedHere: true },
        resetScroll: false,
      }}
      lead={
        <RowIcon>
          <Scale aria-hidden="true" strokeWidth={1.75} />
        </RowIcon>
      }
      title={t(KIND_WORDS[kind])}
      meta={meta.filter((part) => part !== "").join(" · ")}
      amount={<Money amount={difference} currency={asset} sign="always" />}
      status={
        <Chip tone={look.tone} icon={look.icon}>
          {t(look.text)}
        </Chip>
      }
    />
  );
}

function Filters({ search, onSearch }: BreakListProps) {
  const { t } = useLingui();
  const { source, state, kind, age, assigned } = filtersOf(search);
  const toggle = (key: "kind" | "age", value: string, isOn: boolean) =>
    onSearch({ [key]: isOn ? undefined : value });
  return (
    <div className="-mx-(--gutter) min-w-0">
      <FilterChips label={t`State`}>
        {BREAK_STATES.map((one) => (
          <FilterChip
            key={one}
            selected={assigned === undefined && state === one}
            onClick={() => onSearch({ state: one })}
          >
            {t(STATE_LOOKS[one].text)}
          </FilterChip>
        ))}
        <FilterChip selected={assigned === "me"} onClick={() => onSearch({ state: "mine" })}>
          {t`Mine`}
        </FilterChip>
        <FilterChip selected={assigned === "nobody"} onClick={() => onSearch({ state: "nobody" })}>
          {t`Nobody’s`}
        </FilterChip>
      </FilterChips>
      <FilterChips label={t`Filters`}>
        {RECONCILIATION_SOURCES.map((one) => (
          <FilterChip
            key={one}
            selected={source === one}
            onClick={() => onSearch({ tab: source === one ? "all" : one })}
          >
            {t(SOURCE_WORDS[one])}
          </FilterChip>
        ))}
        {BREAK_AGES.map((one) => (
          <FilterChip
            key={one}
            selected={age === one}
            onClick={() => toggle("age", one, age === one)}
          >
            {t(AGE_WORDS[one])}
          </FilterChip>
        ))}
      </FilterChips>
      <FilterChips label={t`Type`}>
        {BREAK_KINDS.map((one) => (
          <FilterChip
            key={one}
            selected={kind === one}
            onClick={() => toggle("kind", one, kind === one)}
          >
            {t(KIND_WORDS[one])}
          </FilterChip>
        ))}
      </FilterChips>
    </div>
  );
}

/** Lists differences between the ledger and other books, longest known first. */
export function BreakList({ search, onSearch }: BreakListProps) {
  const { t } = useLingui();
  const list = useInfiniteQuery(breaksQuery(search));
  const breaks = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <Filters search={search} onSearch={onSearch} />
      <div>
        {list.isPending && <SkeletonRows count={6} />}
        {list.isError && list.data === undefined && (
          <ErrorPanel message={t`Couldn’t load the breaks`} onRetry={() => void list.refetch()} />
        )}
        <CellsNotice answers={list.data?.pages ?? []} onRetry={() => void list.refetch()} />
        {list.data !== undefined && breaks.length === 0 && (
          <EmptyState icon={<Scale aria-hidden="true" size={20} strokeWidth={1.75} />}>
            <Trans>There are no such breaks.</Trans>
          </EmptyState>
        )}
        {breaks.length > 0 && (
          <Panel className={`py-1! ${openRow.list}`}>
            {breaks.map((one) => (
              <BreakRow key={one.id} one={one} />
            ))}
          </Panel>
        )}
        <MoreButton pages={list} />
      </div>
    </>
  );
}
