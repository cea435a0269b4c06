import type { ReactNode } from "react";
import { Radio } from "./radio.tsx";

interface RadioGroupProps<T extends string> {
  readonly legend: ReactNode;
  readonly name: string;
  readonly options: readonly T[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** What an option says. */
  readonly children: (option: T) => ReactNode;
}

/** One of several, each on a line of its own under what is asked. */
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
