import { useLingui } from "@lingui/react/macro";
import { useLocale } from "../../lib/locale.ts";
import type { DateRange } from "../../lib/time/days.ts";
import { parseDay, parseMonth } from "../../lib/time/days.ts";
import { lazySheet } from "../layout/lazy-part.tsx";
import { SheetChip } from "../overlay/sheet-chip.tsx";
import { formatDay } from "../text/format-date.ts";
import { monthName } from "../text/month-name.ts";

const DateFilterSheet = lazySheet(async () => {
  return (await import("./date-filter-sheet.tsx")).DateFilterSheet;
});

interface DateFilterProps {
  /** The date parameters in the URL. */
  readonly search: Partial<DateRange>;
  readonly onChange: (range: DateRange) => void;
}

/** Returns only the valid date parameters. */
function rangeOf({ month, from, to }: Partial<DateRange>): DateRange {
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

/** Renders the filter chip for a date range. */
export function DateFilter({ search, onChange }: DateFilterProps) {
  const { t } = useLingui();
  const range = rangeOf(search);
  const label = useLabel(range);
  return (
    <SheetChip
      selected={label !== undefined}
      sheet={({ open, onClose }) => (
        <DateFilterSheet
          open={open}
          onClose={onClose}
          range={range}
          onChoose={(chosen) => {
            onChange(chosen);
            onClose();
          }}
        />
      )}
    >
      {label ?? t`All dates`}
    </SheetChip>
  );
}
