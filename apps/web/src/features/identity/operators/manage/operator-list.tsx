import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import {
  OPERATOR_STATUSES,
  type OperatorStatus,
} from "@tessera/contract/identity/operators.schemas";
import { UsersRound } from "lucide-react";
import { FilterChip, FilterChips } from "../../../../ui/form/filter-chip.tsx";
import { MoreButton } from "../../../../ui/form/more-button.tsx";
import { Panel } from "../../../../ui/layout/panel.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import openRow from "../../../../ui/list/open-row.module.css";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { OperatorRow } from "./operator-row.tsx";
import { STATUS_LOOKS } from "./operator-words.ts";
import { operatorsQuery } from "./operators.queries.ts";

interface OperatorListProps {
  readonly status: string | undefined;
  readonly onStatus: (status: OperatorStatus | undefined) => void;
}

/** Lists the program's operators, optionally filtered by status. */
export function OperatorList({ status, onStatus }: OperatorListProps) {
  const { t } = useLingui();
  const wanted = OPERATOR_STATUSES.find((one) => one === status);
  const list = useInfiniteQuery(operatorsQuery(wanted));
  const operators = list.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <div className="-mx-(--gutter)">
        <FilterChips label={t`Filters`}>
          {OPERATOR_STATUSES.map((one) => (
            <FilterChip
              key={one}
              selected={wanted === one}
              onClick={() => onStatus(wanted === one ? undefined : one)}
            >
              {t(STATUS_LOOKS[one].text)}
            </FilterChip>
          ))}
        </FilterChips>
      </div>
      {list.isPending && <SkeletonRows count={6} />}
      {list.isError && operators === undefined && (
        <ErrorPanel message={t`Couldn’t load the operators`} onRetry={() => void list.refetch()} />
      )}
      {operators?.length === 0 && (
        <EmptyState icon={<UsersRound aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>No operator has this status.</Trans>
        </EmptyState>
      )}
      {operators !== undefined && operators.length > 0 && (
        <Panel className={`mt-1.5 py-1! ${openRow.list}`}>
          {operators.map((operator) => (
            <OperatorRow key={operator.id} operator={operator} />
          ))}
        </Panel>
      )}
      <MoreButton pages={list} />
    </>
  );
}
