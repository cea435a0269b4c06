import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "../style/class-names.ts";

interface FilterChipProps {
  readonly selected?: boolean | undefined;
  readonly onClick: () => void;
  readonly leading?: ReactNode;
  readonly trailing?: ReactNode;
  readonly children: ReactNode;
  /** Describes what a click does. Set for a chip that is a plain button rather than a filter. */
  readonly label?: string | undefined;
  /** Set for a chip that opens a picker. */
  readonly haspopup?: "dialog" | "listbox" | undefined;
}

/** Scrolls only the row of chips, sideways, until its first selected chip is visible. */
function revealSelected(chip: HTMLElement): void {
  const row = chip.parentElement;
  if (row === null || row.querySelector("[data-selected]") !== chip) {
    return;
  }
  const place = row.getBoundingClientRect();
  const own = chip.getBoundingClientRect();
  if (own.left < place.left || own.right > place.right) {
    row.scrollLeft += own.left - place.left - (place.width - own.width) / 2;
  }
}

/**
 * Renders a filter that is 36 px high with a 44 px touch target, highlighted while it is filtering
 * the list.
 */
export function FilterChip({
  selected,
  onClick,
  leading,
  trailing,
  children,
  label,
  haspopup,
}: FilterChipProps) {
  const chip = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (selected && chip.current !== null) {
      revealSelected(chip.current);
    }
  }, [selected]);
  return (
    <button
      ref={chip}
      data-selected={selected ? "" : undefined}
      type="button"
      onClick={onClick}
      aria-label={label}
      aria-pressed={haspopup === undefined && label === undefined ? Boolean(selected) : undefined}
      aria-haspopup={haspopup}
      className={classNames(
        "relative inline-flex min-h-9 min-w-12 flex-none items-center justify-center gap-1.5 rounded-[9px] px-3 text-[0.875rem]/5 whitespace-nowrap transition-colors duration-220 after:absolute after:inset-x-0 after:-inset-y-1",
        selected
          ? "bg-accent-soft font-semibold text-accent-ink"
          : "hairline bg-surface font-medium",
      )}
    >
      {leading}
      {children}
      {trailing}
    </button>
  );
}

/** Renders chips in one row that scrolls sideways. */
export function FilterChips({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in all browsers
    <div
      role="group"
      aria-label={label}
      className="flex gap-2 overflow-x-auto px-(--gutter) py-1.5 scrollbar-none"
    >
      {children}
    </div>
  );
}
