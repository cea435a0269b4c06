import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReviewKind } from "@tessera/contract/back-office/reviews.schemas";
import { CompactSelect } from "../../../../ui/form/compact-select.tsx";
import { FilterChip, FilterChips } from "../../../../ui/form/filter-chip.tsx";
import { Segmented } from "../../../../ui/form/segmented.tsx";
import { KIND_WORDS } from "../review-words.ts";
import styles from "../reviews.module.css";
import { type QueueSearch, queueFiltersOf, queuesQuery } from "./operator-reviews.queries.ts";

const QUEUES: readonly ReviewKind[] = [
  "card_application",
  "withdrawal",
  "deposit",
  "profile_change",
  "factor_reset",
  "unanswered_hold",
  "bank_transfer",
  "bank_assignment",
  "deposit_retraction",
  "payment",
];

/** Renders a count; renders nothing for zero. */
function shown(count: number | undefined): number | "" {
  return count === undefined || count === 0 ? "" : count;
}

interface QueueFiltersProps {
  readonly search: QueueSearch;
  readonly onChange: (
    changes: Readonly<Partial<Record<keyof QueueSearch, string | undefined>>>,
  ) => void;
}

/** Renders the queues with their counts, and the filters. */
export function QueueFilters({ search, onChange }: QueueFiltersProps) {
  const { t } = useLingui();
  const { data: queues } = useQuery(queuesQuery);
  const { kind, stage, assigned = "all", overdue } = queueFiltersOf(search);
  const countOf = (one: ReviewKind) => {
    const queue = queues?.find((other) => other.kind === one);
    return one === "payment" ? queue?.waiting : queue?.todo;
  };
  const late = queues?.reduce((sum, queue) => sum + queue.overdue, 0) ?? 0;
  return (
    <div className={styles.queueFilters}>
      <FilterChips label={t`Queue`}>
        <FilterChip selected={kind === undefined} onClick={() => onChange({ kind: undefined })}>
          {t`All cases`}
        </FilterChip>
        <FilterChip
          selected={overdue !== undefined}
          onClick={() => onChange({ overdue: overdue === undefined ? "true" : undefined })}
        >
          {t`Overdue`} {shown(late)}
        </FilterChip>
        {QUEUES.map((one) => (
          <FilterChip
            key={one}
            selected={kind === one}
            onClick={() => onChange({ kind: one, stage: undefined })}
          >
            {t(KIND_WORDS[one])} {shown(countOf(one))}
          </FilterChip>
        ))}
      </FilterChips>
      <div className={styles.filterRow}>
        <Segmented
          label={t`Stage`}
          options={[
            { value: "todo", label: t`To decide` },
            { value: "waiting", label: t`With customer` },
            { value: "done", label: t({ message: "Done", context: "reviews" }) },
          ]}
          value={stage}
          onChange={(next) => onChange({ stage: next })}
        />
        {kind !== "payment" && (
          <CompactSelect
            label={t`Assigned to`}
            options={[
              { value: "all", label: t`Everyone` },
              { value: "me", label: t`Me` },
              { value: "nobody", label: t`Unassigned` },
            ]}
            value={assigned}
            onChange={(next) => onChange({ assigned: next === "all" ? undefined : next })}
          />
        )}
      </div>
    </div>
  );
}
