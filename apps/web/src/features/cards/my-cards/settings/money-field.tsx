import type { CurrencyCode } from "@tessera/money";
import type { ReactNode } from "react";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { groupedAmount, typedAmount } from "../../../../ui/text/amount-text.ts";

interface MoneyFieldProps {
  readonly label: string;
  readonly currency: CurrencyCode;
  /** The amount as typed, without digit grouping. */
  readonly value: string;
  readonly error: string | undefined;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly onChange: (typed: string) => void;
}

/** Renders an amount to type, with its currency, in a card's settings. */
export function MoneyField(props: MoneyFieldProps) {
  const { label, currency, value, error, hint, placeholder, onChange } = props;
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={groupedAmount(value)}
          trailing={
            <span aria-hidden="true" className="pr-3 text-small text-ink-3">
              {currency}
            </span>
          }
          onChange={({ target }) => onChange(typedAmount(target.value) ?? value)}
        />
      )}
    </Field>
  );
}
