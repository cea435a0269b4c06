import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../style/class-names.ts";

const BOX =
  "flex min-h-13 items-center gap-2 rounded-control bg-surface px-4 text-button shadow-[inset_0_0_0_1px_var(--control)] transition-shadow duration-120 has-[input:focus]:shadow-[inset_0_0_0_2px_var(--accent)] has-[input[aria-invalid=true]]:shadow-[inset_0_0_0_2px_var(--negative)] has-[input:disabled]:bg-fill has-[input:disabled]:text-ink-3 has-[input:disabled]:shadow-none";

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement> | undefined;
  /** Shown inside the box after the text, such as an icon button or a unit. */
  readonly trailing?: ReactNode;
  readonly boxClassName?: string | undefined;
}

/**
 * Renders a one-line input that is 52 px high. Its text is 16 px: phones zoom in on smaller text.
 */
export function Input({ trailing, boxClassName, className, ...rest }: InputProps) {
  return (
    <span className={classNames(BOX, trailing !== undefined && "pr-1", boxClassName)}>
      <input
        {...rest}
        className={classNames(
          "min-h-13 w-full min-w-0 flex-1 bg-transparent outline-none",
          className,
        )}
      />
      {trailing}
    </span>
  );
}
