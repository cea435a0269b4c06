import { useLingui } from "@lingui/react/macro";
import { LOG_CATEGORIES } from "@tessera/contract/back-office/audit-titles";
import { DateFilter } from "../../../ui/form/date-filter.tsx";
import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";
import { CATEGORY_LOOKS } from "./log-words.ts";
import { categoryOf, type LogSearch, type LogSearchChanges, outcomeOf } from "./logs-search.ts";

interface LogFiltersProps {
  readonly search: LogSearch;
  readonly onChange: (changes: LogSearchChanges) => void;
}

/** Renders the log filters: category, rejected actions and dates. */
export function LogFilters({ search, onChange }: LogFiltersProps) {
  const { t } = useLingui();
  const chosen = categoryOf(search.category);
  const refused = outcomeOf(search.outcome) === "refused";
  return (
    <FilterChips label={t`Filters`}>
      <FilterChip
        selected={chosen === undefined}
        onClick={() => onChange({ category: undefined })}
      >{t`All`}</FilterChip>
      {LOG_CATEGORIES.map((category) => (
        <FilterChip
          key={category}
          selected={chosen === category}
          onClick={() => onChange({ category: chosen === category ? undefined : category })}
        >
          {t(CATEGORY_LOOKS[category].text)}
        </FilterChip>
      ))}
      <FilterChip
        selected={refused}
        onClick={() => onChange({ outcome: refused ? undefined : "refused" })}
      >{t`Denied`}</FilterChip>
      <DateFilter search={search} onChange={(range) => onChange({ ...range })} />
    </FilterChips>
  );
}
