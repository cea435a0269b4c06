import type { InputHTMLAttributes, ReactNode } from "react";
import { classNames } from "../style/class-names.ts";

interface RadioProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  readonly children?: ReactNode;
}

/**
 * Renders a native radio button inside its label. Radio buttons are the console's only full
 * circles.
 */
export function Radio({ children, className, ...rest }: RadioProps) {
  return (
    <label className={classNames("flex min-h-11 items-center gap-3", className)}>
      <input
        {...rest}
        type="radio"
        className="size-[22px] flex-none cursor-pointer appearance-none rounded-full bg-surface shadow-[inset_0_0_0_1.5px_var(--control)] transition-shadow duration-120 checked:shadow-[inset_0_0_0_7px_var(--accent)] disabled:bg-fill"
      />
      {children}
    </label>
  );
}
