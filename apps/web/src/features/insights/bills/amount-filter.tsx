import { useLingui } from "@lingui/react/macro";
import { formatAmount, isCurrency, parseAmount } from "@tessera/money";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { SheetChip } from "../../../ui/overlay/sheet-chip.tsx";
import { groupedAmount } from "../../../ui/text/amount-text.ts";
import { currencySymbol } from "../../../ui/text/format-money.ts";
import type { AmountRange } from "./filter-options.ts";
import { amountOf, type MovementSearch } from "./movement-search.ts";

const AmountFilterSheet = lazySheet(async () => {
  return (await import("./amount-filter-sheet.tsx")).AmountFilterSheet;
});

interface AmountFilterProps {
  readonly search: MovementSearch;
  readonly onChange: (range: AmountRange) => void;
}

/** Formats an amount with two decimals, because all currencies here have two. */
function withCents(amount: string): string {
  const minor = parseAmount(amount, "USD");
  return minor === undefined ? amount : formatAmount(minor, "USD");
}

/** Renders the filter chip for amounts. */
export function AmountFilter({ search, onChange }: AmountFilterProps) {
  const { t } = useLingui();
  const { currency } = search;
  const symbol = currency !== undefined && isCurrency(currency) ? currencySymbol(currency) : "";
  const range = { min: amountOf(search.min), max: amountOf(search.max) };
  const shown = (amount: string) => `${symbol}${groupedAmount(withCents(amount))}`;
  const from = range.min === undefined ? undefined : shown(range.min);
  const to = range.max === undefined ? undefined : shown(range.max);
  const label = () => {
    if (from !== undefined && to !== undefined) {
      return `${from} – ${to}`;
    }
    if (from !== undefined) {
      return t`From ${from}`;
    }
    return to === undefined ? t`Any amount` : t`Up to ${to}`;
  };
  return (
    <SheetChip
      selected={from !== undefined || to !== undefined}
      sheet={({ open, onClose }) => (
        <AmountFilterSheet
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
      {label()}
    </SheetChip>
  );
}
