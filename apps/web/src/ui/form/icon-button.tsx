import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classNames } from "../style/class-names.ts";

export const iconButtonClass =
  "relative grid size-[44px] flex-none place-items-center rounded-small text-ink transition-colors duration-120 hover:bg-fill active:bg-fill-press";

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name, because the button has no text. */
  readonly label: string;
  readonly children: ReactNode;
  /** Shows a small accent-colored tile in the corner, which marks new content. */
  readonly marked?: boolean | undefined;
}

/** Renders a 44 by 44 px button with only an icon. */
export function IconButton({ label, marked, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(iconButtonClass, className)}
    >
      {children}
      {marked && (
        <span
          aria-hidden="true"
          className="absolute top-[11px] right-3 size-2 rounded-tile bg-accent shadow-[0_0_0_2px_var(--page)]"
        />
      )}
    </button>
  );
}
