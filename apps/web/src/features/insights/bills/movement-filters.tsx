import { useLingui } from "@lingui/react/macro";
import { MOVEMENT_READINGS, type MovementKind } from "@tessera/contract/insights/bills.schemas";
import { CURRENCIES } from "@tessera/money";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useLocale } from "../../../lib/locale.ts";
import type { DateRange } from "../../../lib/time/days.ts";
import { usedTags } from "../../../lib/used-tags.ts";
import { DateFilter } from "../../../ui/form/date-filter.tsx";
import { FilterChip, FilterChips } from "../../../ui/form/filter-chip.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { AmountFilter } from "./amount-filter.tsx";
import type { FilterCard, FilterName, FilterOption } from "./filter-options.ts";
import { kindOf, type MovementSearch, readingOf } from "./movement-search.ts";
import { readingText } from "./movement-status-labels.ts";
import { MOVEMENT_KIND_LABELS } from "./movement-title.ts";

const FilterSheet = lazySheet(async () => {
  return (await import("./filter-sheet.tsx")).FilterSheet;
});

interface Filter {
  readonly name: FilterName;
  readonly title: string;
  /** Text of the chip while its filter is off. */
  readonly any: string;
  readonly options: readonly FilterOption[];
}

interface MovementFiltersProps {
  readonly search: MovementSearch;
  readonly cards: readonly FilterCard[] | undefined;
  readonly kinds: readonly MovementKind[];
  readonly onChange: (
    changes: Partial<Record<FilterName | "min" | "max" | keyof DateRange, string | undefined>>,
  ) => void;
}

function useFilters({ cards, kinds }: Pick<MovementFiltersProps, "cards" | "kinds">): Filter[] {
  const { t } = useLingui();
  const locale = useLocale();
  return [
    {
      name: "cardId",
      title: t`Card`,
      any: t`All cards`,
      options: (cards ?? []).map((card) => ({
        value: card.id,
        label: `${cardName(card, locale)} ${card.last4}`,
        card,
      })),
    },
    {
      name: "tag",
      title: t`Tag`,
      any: t`Any tag`,
      options: usedTags(cards ?? []).map((value) => ({ value, label: value })),
    },
    {
      name: "kind",
      title: t`Type`,
      any: t`Any type`,
      options: kinds.map((value) => ({ value, label: t(MOVEMENT_KIND_LABELS[value]) })),
    },
    {
      name: "status",
      title: t`Status`,
      any: t`Any status`,
      options: MOVEMENT_READINGS.map((value) => ({ value, label: t(readingText(value)) })),
    },
    {
      name: "currency",
      title: t`Currency`,
      any: t`Any currency`,
      options: CURRENCIES.map((value) => ({ value, label: value })),
    },
  ];
}

/** Returns a filter's value from the URL, if it is valid. */
function filterValue(name: FilterName, search: MovementSearch): string | undefined {
  const value = search[name];
  const known = {
    cardId: () => true,
    tag: () => true,
    kind: () => kindOf(value) !== undefined,
    status: () => readingOf(value) !== undefined,
    currency: () => CURRENCIES.some((currency) => currency === value),
  };
  return value !== undefined && known[name]() ? value : undefined;
}

/** Renders one chip per list filter; each chip opens a sheet with the filter's options. */
export function MovementFilters(props: MovementFiltersProps) {
  const { search, onChange } = props;
  const { t } = useLingui();
  const filters = useFilters(props).filter(({ options }) => options.length > 0);
  const [openName, setOpenName] = useState<FilterName>();
  const [shown, setShown] = useState<FilterName>();
  const current = filters.find((filter) => filter.name === shown);
  return (
    <>
      <FilterChips label={t`Filters`}>
        <DateFilter search={search} onChange={onChange} />
        {filters.map(({ name, any, options }) => {
          const value = filterValue(name, search);
          const chosen = options.find((option) => option.value === value)?.label;
          return (
            <FilterChip
              key={name}
              haspopup="dialog"
              selected={value !== undefined}
              onClick={() => {
                setShown(name);
                setOpenName(name);
              }}
              trailing={<ChevronDown aria-hidden="true" size={16} strokeWidth={2} />}
            >
              {value === undefined ? any : (chosen ?? value)}
            </FilterChip>
          );
        })}
        <AmountFilter search={search} onChange={onChange} />
      </FilterChips>
      {current !== undefined && (
        <FilterSheet
          open={openName !== undefined}
          onClose={() => setOpenName(undefined)}
          title={current.title}
          any={current.any}
          options={current.options}
          value={filterValue(current.name, search)}
          onChoose={(value) => {
            onChange({ [current.name]: value });
            setOpenName(undefined);
          }}
        />
      )}
    </>
  );
}
