import { useId } from "react";
import { classNames } from "../style/class-names.ts";

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly className?: string | undefined;
}

/**
 * Renders a choice of two or three options. Uses native radio buttons, so that arrow keys and
 * screen readers work.
 */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset
      className={classNames(
        "flex min-w-0 flex-wrap gap-0.5 rounded-small bg-fill p-[3px]",
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-[38px] flex-1 items-center justify-center rounded-switch px-2 text-[0.875rem]/5 font-medium whitespace-nowrap text-ink-2 transition-colors duration-120 before:absolute before:inset-x-0 before:-inset-y-[3px] has-checked:bg-segment-on has-checked:font-semibold has-checked:text-ink has-checked:shadow-segment has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
