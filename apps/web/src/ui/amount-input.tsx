import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { caretAfter, groupedAmount, typedAmount } from "./amount-text.ts";
import { classNames } from "./class-names.ts";

interface AmountInputProps {
  readonly label: string;
  readonly symbol: string;
  /** A code behind the number, where the asset has no symbol (`USDT`). */
  readonly unit?: string | undefined;
  /** The amount as typed, without grouping (`"1234.5"`); empty when nothing is typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The balance, or the exact shortfall. */
  readonly helper?: ReactNode;
  /** Whether the helper says why the amount cannot be taken. */
  readonly refused?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
}

function stepOf(length: number): string {
  if (length <= 9) {
    return "text-hero";
  }
  if (length <= 11) {
    return "text-hero [font-stretch:80%]";
  }
  return length <= 14 ? "text-display [font-stretch:80%]" : "text-amount [font-stretch:80%]";
}

/** The one amount of a screen, at display size. It narrows and then steps down; never clips. */
export function AmountInput({
  label,
  symbol,
  unit,
  value,
  onChange,
  helper,
  refused,
  autoFocus,
}: AmountInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const grouped = groupedAmount(value);

  useLayoutEffect(() => {
    if (caret.current !== null) {
      input.current?.setSelectionRange(caret.current, caret.current);
      caret.current = null;
    }
  });

  const onType = (text: string, position: number) => {
    const typed = typedAmount(text);
    if (typed === undefined) {
      caret.current = Math.max(0, position - 1);
      onChange(value);
      return;
    }
    const before = typedAmount(text.slice(0, position)) ?? "";
    caret.current = caretAfter(groupedAmount(typed), before.length);
    onChange(typed);
  };

  return (
    <div className="py-5 text-center">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span
        className={classNames(
          "inline-flex max-w-full items-baseline justify-center whitespace-nowrap",
          stepOf(grouped.length),
        )}
      >
        <span aria-hidden="true" className="font-medium text-ink-3">
          {symbol}
        </span>
        <span className="inline-grid min-w-0">
          <span aria-hidden="true" className="invisible col-start-1 row-start-1 pr-0.5">
            {grouped === "" ? "0" : grouped}
          </span>
          <input
            ref={input}
            id={id}
            // The amount is the reason its sheet opened, so that is where typing starts.
            // biome-ignore lint/a11y/noAutofocus: asked for by the sheet that holds the field
            autoFocus={autoFocus}
            className="col-start-1 row-start-1 w-full min-w-0 bg-transparent caret-accent outline-none"
            // The text beside it sets the width; by itself an input is twenty letters wide.
            size={1}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={grouped}
            aria-invalid={refused ? true : undefined}
            aria-describedby={helper === undefined ? undefined : `${id}-helper`}
            onChange={(event) =>
              onType(event.target.value, event.target.selectionStart ?? event.target.value.length)
            }
          />
        </span>
        {unit !== undefined && (
          <span aria-hidden="true" className="ml-2 text-h2 text-ink-3">
            {unit}
          </span>
        )}
      </span>
      {helper !== undefined && (
        <p
          id={`${id}-helper`}
          className={classNames("mt-1.5 text-small", refused ? "text-negative" : "text-ink-3")}
        >
          {helper}
        </p>
      )}
    </div>
  );
}
