import type { InputHTMLAttributes } from "react";
import { classNames } from "../style/class-names.ts";

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role"> {
  /** The accessible name, if the switch is not inside a label. */
  readonly label?: string | undefined;
}

/**
 * Renders a switch that takes effect immediately. It is square-cornered, 46 by 28 px in a 44 px
 * touch target.
 */
export function Switch({ label, className, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: screen readers use the checkbox's own state
      role="switch"
      aria-label={label}
      className={classNames("switch target flex-none cursor-pointer", className)}
    />
  );
}
