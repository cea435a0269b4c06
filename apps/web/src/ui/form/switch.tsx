import type { InputHTMLAttributes } from "react";
import { classNames } from "../style/class-names.ts";

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role"> {
  /** What it turns on and off, where no label stands around it. */
  readonly label?: string | undefined;
}

/** On or off, at once: square-cornered, 46 by 28 in a target of 44. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: the checkbox's own state is what readers hear
      role="switch"
      aria-label={label}
      className={classNames("switch target flex-none cursor-pointer", className)}
    />
  );
}
