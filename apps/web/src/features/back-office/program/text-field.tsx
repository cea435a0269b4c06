import type { ReactNode } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";

interface TextFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly mode?: "decimal" | "numeric" | undefined;
  readonly unit?: string | undefined;
  readonly maxLength?: number | undefined;
}

/** Renders a single-line field for text, an amount or a number. */
export function TextField({
  label,
  value,
  onChange,
  error,
  hint,
  disabled,
  mode,
  unit,
  maxLength = 60,
}: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <Input
          {...control}
          inputMode={mode}
          autoComplete="off"
          maxLength={maxLength}
          disabled={disabled}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          trailing={
            unit === undefined ? undefined : <span className="pr-3 text-ink-3">{unit}</span>
          }
        />
      )}
    </Field>
  );
}
