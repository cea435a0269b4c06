import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useLocale } from "../../lib/locale.ts";
import { FilterChip } from "../../ui/filter-chip.tsx";
import { formatDay } from "../../ui/format-date.ts";
import { lazySheet } from "../../ui/lazy-part.tsx";
import type { DateRange } from "./filter-options.ts";
import { monthName } from "./month-name.ts";
import { type MovementSearch, parseDay, parseMonth } from "./movement-search.ts";

const DateFilterSheet = lazySheet(async () => {
  return (await import("./date-filter-sheet.tsx")).DateFilterSheet;
});

interface DateFilterProps {
  readonly search: MovementSearch;
  readonly onChange: (range: DateRange) => void;
}

/** What the address says of days, as long as there are such days. */
function rangeOf({ month, from, to }: MovementSearch): DateRange {
  return {
    month: parseMonth(month) === undefined ? undefined : month,
    from: parseDay(from) === undefined ? undefined : from,
    to: parseDay(to) === undefined ? undefined : to,
  };
}

function useLabel(range: DateRange): string | undefined {
  const { t } = useLingui();
  const locale = useLocale();
  const now = new Date();
  const dayOf = (text: string | undefined) => {
    const day = parseDay(text);
    return day === undefined ? undefined : formatDay(day, locale, now);
  };
  const [from, to] = [dayOf(range.from), dayOf(range.to)];
  if (range.month !== undefined) {
    return monthName(range.month, locale, now);
  }
  if (from !== undefined && to !== undefined) {
    return from === to ? from : `${from} – ${to}`;
  }
  if (from !== undefined) {
    return t`From ${from}`;
  }
  return to === undefined ? undefined : t`Up to ${to}`;
}

/** The chip of the days that a list is narrowed to. */
export function DateFilter({ search, onChange }: DateFilterProps) {
  const { t } = useLingui();
  const [opening, setOpening] = useState<{ readonly serial: number; readonly open: boolean }>();
  const range = rangeOf(search);
  const label = useLabel(range);
  return (
    <>
      <FilterChip
        haspopup="dialog"
        selected={label !== undefined}
        onClick={() => setOpening((before) => ({ serial: (before?.serial ?? 0) + 1, open: true }))}
        trailing={<ChevronDown aria-hidden="true" size={16} strokeWidth={2} />}
      >
        {label ?? t`All dates`}
      </FilterChip>
      {opening !== undefined && (
        <DateFilterSheet
          key={opening.serial}
          open={opening.open}
          onClose={() => setOpening({ ...opening, open: false })}
          range={range}
          onChoose={(chosen) => {
            onChange(chosen);
            setOpening({ ...opening, open: false });
          }}
        />
      )}
    </>
  );
}
