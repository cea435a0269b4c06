import { Trans } from "@lingui/react/macro";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "../style/class-names.ts";
import { caretAfter, groupedAmount, typedAmount } from "../text/amount-text.ts";

interface AmountInputProps {
  readonly label: string;
  readonly symbol: string;
  /** Code shown after the number, for an asset without a symbol (`USDT`). */
  readonly unit?: string | undefined;
  /** The amount as typed, without grouping (`"1234.5"`); empty if nothing is typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The balance, or the exact shortfall. */
  readonly helper?: ReactNode;
  /** Whether the helper explains why the amount is rejected. */
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

/**
 * Renders a screen's amount input in large type. The text narrows and shrinks as needed and is
 * never clipped.
 */
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
  // Set when invalid text was dropped, so that a note can say why nothing appeared.
  const [leftOut, setLeftOut] = useState(false);

  useLayoutEffect(() => {
    if (caret.current !== null) {
      input.current?.setSelectionRange(caret.current, caret.current);
      caret.current = null;
    }
  });

  const onType = (text: string, position: number) => {
    const typed = typedAmount(text);
    setLeftOut(typed === undefined);
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
        <span className="relative inline-block min-w-0">
          <span aria-hidden="true" className="invisible pr-0.5">
            {grouped === "" ? "0" : grouped}
          </span>
          <input
            ref={input}
            id={id}
            // The amount is the purpose of the sheet, so typing starts here.
            // biome-ignore lint/a11y/noAutofocus: requested by the sheet that holds the field
            autoFocus={autoFocus}
            className="absolute inset-y-0 -left-2 w-[calc(100%+1rem)] min-w-0 bg-transparent px-2 caret-accent outline-none"
            // The text behind the input sets the width, because an input's default width is based
            // on wide letters.
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={grouped}
            aria-invalid={refused ? true : undefined}
            aria-describedby={helper === undefined && !leftOut ? undefined : `${id}-helper`}
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
      {(helper !== undefined || leftOut) && (
        <p
          id={`${id}-helper`}
          className={classNames(
            "mt-1.5 text-small",
            refused || leftOut ? "text-negative" : "text-ink-3",
          )}
        >
          {leftOut ? (
            <span role="alert">
              <Trans>Use digits only, with up to two decimal places</Trans>
            </span>
          ) : (
            helper
          )}
        </p>
      )}
    </div>
  );
}
