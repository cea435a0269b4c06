import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { classNames } from "../style/class-names.ts";

interface DisclosureProps {
  readonly title: ReactNode;
  readonly meta?: ReactNode;
  /** An amount or a count, shown at the end. */
  readonly value?: ReactNode;
  /** Shown once the row is open. */
  readonly children: ReactNode;
}

/** Renders a row that expands in place. */
export function Disclosure({ title, meta, value, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="border-line not-first:border-t">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-14 w-full items-center gap-2.5 py-2 text-left"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 flex-[1_1_8rem]">
            <span className="block font-medium">{title}</span>
            {meta !== undefined && <span className="block text-small text-ink-3">{meta}</span>}
          </span>
          {value !== undefined && <span className="ml-auto font-semibold">{value}</span>}
        </span>
        <ChevronDown
          aria-hidden="true"
          size={20}
          strokeWidth={1.75}
          className={classNames(
            "flex-none text-ink-3 transition-transform duration-120 motion-reduce:transition-none",
            open && "rotate-180",
          )}
        />
      </button>
      {open && (
        <div id={id} className="pt-1 pb-3">
          {children}
        </div>
      )}
    </div>
  );
}
