import { Check } from "lucide-react";
import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../style/class-names.ts";

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly children: ReactNode;
  /** Aligns multi-line text with the top of the box. */
  readonly multiline?: boolean | undefined;
}

/** Renders a native checkbox inside its label, drawn as a tile. */
export function Checkbox({ children, multiline, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={classNames(
        "flex min-h-11 gap-3 text-small",
        multiline ? "items-start pt-1" : "items-center",
        className,
      )}
    >
      <span className="relative grid size-[22px] flex-none place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer col-start-1 row-start-1 size-[22px] cursor-pointer appearance-none rounded-chip bg-surface shadow-[inset_0_0_0_1.5px_var(--control)] transition-colors duration-120 checked:bg-accent checked:shadow-none aria-[invalid=true]:not-checked:shadow-[inset_0_0_0_2px_var(--negative)]"
        />
        <Check
          aria-hidden="true"
          size={16}
          strokeWidth={2}
          className="pointer-events-none invisible col-start-1 row-start-1 text-on-accent peer-checked:visible"
        />
      </span>
      <span className={classNames("min-w-0", multiline && "pt-0.5")}>{children}</span>
    </label>
  );
}
