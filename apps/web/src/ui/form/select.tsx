import { ChevronDown } from "lucide-react";
import type { ReactNode, SelectHTMLAttributes } from "react";

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** The `option` elements. */
  readonly children: ReactNode;
}

/** Renders a native select styled as an input box, so that phones show their native picker. */
export function Select({ children, className, ...rest }: SelectProps) {
  return (
    <span className="relative flex min-h-13 items-center rounded-control bg-surface text-button shadow-[inset_0_0_0_1px_var(--control)] transition-shadow duration-120 has-[select:focus]:shadow-[inset_0_0_0_2px_var(--accent)] has-[select[aria-invalid=true]]:shadow-[inset_0_0_0_2px_var(--negative)] has-[select:disabled]:bg-fill has-[select:disabled]:text-ink-3 has-[select:disabled]:shadow-none">
      <select
        {...rest}
        className="min-h-13 w-full min-w-0 appearance-none rounded-control bg-transparent pr-11 pl-4 text-ellipsis outline-none [&>option]:bg-surface [&>option]:text-ink"
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        size={20}
        strokeWidth={1.75}
        className="pointer-events-none absolute right-4 text-ink-2"
      />
    </span>
  );
}
