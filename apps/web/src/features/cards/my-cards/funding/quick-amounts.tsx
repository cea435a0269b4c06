import { useLingui } from "@lingui/react/macro";
import { classNames } from "../../../../ui/style/class-names.ts";
import { groupedAmount } from "../../../../ui/text/amount-text.ts";
import { currencySymbol } from "../../../../ui/text/format-money.ts";

const QUICK_AMOUNTS = ["100", "250", "500", "1000"] as const;

interface QuickAmountsProps {
  readonly currency: string;
  /** The amount as typed. */
  readonly value: string;
  readonly onChoose: (amount: string) => void;
  /** The full available amount; absent if it is not offered. */
  readonly everything?: string | undefined;
}

/** Offers common amounts as buttons. */
export function QuickAmounts({ currency, value, onChoose, everything }: QuickAmountsProps) {
  const { t } = useLingui();
  const amounts: readonly (readonly [amount: string, label: string])[] = [
    ...QUICK_AMOUNTS.slice(0, everything === undefined ? 4 : 3).map(
      (amount) => [amount, `${currencySymbol(currency)}${groupedAmount(amount)}`] as const,
    ),
    ...(everything === undefined
      ? []
      : [[everything, t({ message: "All", context: "amount" })] as const]),
  ];
  return (
    <fieldset
      aria-label={t`Quick amounts`}
      className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(max(64px,4.2rem),1fr))] gap-2"
    >
      {amounts.map(([amount, label]) => (
        <button
          key={label}
          type="button"
          aria-pressed={amount === value}
          onClick={() => onChoose(amount)}
          className={classNames(
            "min-h-11 rounded-small font-semibold transition-colors duration-220",
            amount === value
              ? "bg-accent-soft text-accent-ink"
              : "bg-fill hover:bg-fill-press active:bg-fill-press",
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
