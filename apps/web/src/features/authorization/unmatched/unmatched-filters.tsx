import { useLingui } from "@lingui/react/macro";
import { UNMATCHED_KINDS, UNMATCHED_STATES } from "@tessera/contract/authorization/network.schemas";
import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";
import { filtersOf, type UnmatchedSearch } from "./unmatched.queries.ts";
import { KIND_LOOKS, STATE_LOOKS } from "./unmatched-words.ts";

interface UnmatchedFiltersProps {
  readonly search: UnmatchedSearch;
  readonly onChange: (changes: Partial<Record<keyof UnmatchedSearch, string | undefined>>) => void;
}

/** Renders the filters for the message list. */
export function UnmatchedFilters({ search, onChange }: UnmatchedFiltersProps) {
  const { t } = useLingui();
  const { state, kind } = filtersOf(search);
  return (
    <FilterChips label={t`Filters`}>
      {UNMATCHED_STATES.map((one) => (
        <FilterChip
          key={one}
          selected={state === one}
          onClick={() => onChange({ state: state === one ? undefined : one })}
        >
          {t(STATE_LOOKS[one].text)}
        </FilterChip>
      ))}
      {UNMATCHED_KINDS.map((one) => (
        <FilterChip
          key={one}
          selected={kind === one}
          onClick={() => onChange({ kind: kind === one ? undefined : one })}
        >
          {t(KIND_LOOKS[one].text)}
        </FilterChip>
      ))}
    </FilterChips>
  );
}
