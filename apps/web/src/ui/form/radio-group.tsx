import type { ReactNode } from "react";
import { Radio } from "./radio.tsx";

interface RadioGroupProps<T extends string> {
  readonly legend: ReactNode;
  readonly name: string;
  readonly options: readonly T[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Renders the label of an option. */
  readonly children: (option: T) => ReactNode;
}

/** Renders a question with its options, one per line. */
export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { legend, name, options, value, onChange, children } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-small font-medium text-ink-2">{legend}</legend>
      {options.map((option) => (
        <Radio
          key={option}
          name={name}
          value={option}
          checked={option === value}
          onChange={() => onChange(option)}
        >
          {children(option)}
        </Radio>
      ))}
    </fieldset>
  );
}
