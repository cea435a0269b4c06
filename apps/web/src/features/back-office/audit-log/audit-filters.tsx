import { useLingui } from "@lingui/react/macro";
import { LOG_CATEGORIES } from "@tessera/contract/back-office/audit-titles";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { DateFilter } from "../../../ui/form/date-filter.tsx";
import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import type { AuditSearch, AuditSearchChanges } from "./audit.queries.ts";
import { CATEGORY_LOOKS } from "./log-words.ts";
import { categoryOf, outcomeOf } from "./logs-search.ts";

const PeopleSheet = lazySheet(async () => {
  return (await import("./audit-people-sheet.tsx")).PeopleSheet;
});

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (changes: AuditSearchChanges) => void;
}

/** Renders the audit log filters. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { t } = useLingui();
  const [opening, setOpening] = useState<{ readonly serial: number; readonly open: boolean }>();
  const chosen = categoryOf(search.category);
  const refused = outcomeOf(search.outcome) === "refused";
  const people = search.actor ?? search.customerId ?? search.requestId;
  return (
    <>
      <FilterChips label={t`Filters`}>
        <FilterChip
          haspopup="dialog"
          selected={people !== undefined}
          onClick={() => setOpening((last) => ({ serial: (last?.serial ?? 0) + 1, open: true }))}
          trailing={<ChevronDown aria-hidden="true" size={16} strokeWidth={2} />}
        >
          {people === undefined ? t`Everyone` : people.slice(0, 16)}
        </FilterChip>
        <DateFilter search={search} onChange={(range) => onChange({ ...range })} />
        <FilterChip
          selected={refused}
          onClick={() => onChange({ outcome: refused ? undefined : "refused" })}
        >{t`Denied`}</FilterChip>
        {LOG_CATEGORIES.map((category) => (
          <FilterChip
            key={category}
            selected={chosen === category}
            onClick={() => onChange({ category: chosen === category ? undefined : category })}
          >
            {t(CATEGORY_LOOKS[category].text)}
          </FilterChip>
        ))}
      </FilterChips>
      {opening !== undefined && (
        <PeopleSheet
          key={opening.serial}
          search={search}
          onChange={onChange}
          open={opening.open}
          onClose={() => setOpening({ ...opening, open: false })}
        />
      )}
    </>
  );
}
