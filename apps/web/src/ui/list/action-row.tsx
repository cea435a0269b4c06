import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { classNames } from "../style/class-names.ts";

interface ActionProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly primary?: boolean | undefined;
}

const ITEM =
  "group flex min-h-18 flex-col items-stretch gap-1.5 text-center text-small/4 font-medium tracking-[-0.005em] disabled:text-ink-3";

function squareClass(primary: boolean | undefined): string {
  return classNames(
    "grid h-[50px] place-items-center rounded-control transition-colors duration-120",
    primary
      ? "bg-accent text-on-accent group-active:bg-accent-press"
      : "bg-fill text-ink group-hover:bg-fill-press group-active:bg-fill-press",
    "group-disabled:bg-fill group-disabled:text-ink-3",
  );
}

/**
 * Renders up to four actions side by side, the first one primary. In narrow spaces, renders them in
 * pairs.
 */
export function ActionRow({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <nav aria-label={label} className="grid grid-cols-2 gap-2 min-[21.6em]:grid-cols-4">
      {children}
    </nav>
  );
}

interface ActionButtonProps extends ActionProps {
  readonly onClick: () => void;
  readonly disabled?: boolean | undefined;
  /** True while the action is under way. Clicks are ignored, and the button keeps its focus. */
  readonly busy?: boolean | undefined;
}

/** Renders an action performed on this page. */
export function Action({ icon, label, primary, onClick, disabled, busy }: ActionButtonProps) {
  return (
    <button
      type="button"
      onClick={busy ? undefined : onClick}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={ITEM}
    >
      <span className={squareClass(primary)}>{icon}</span>
      {label}
    </button>
  );
}

/** Renders an action that leads to another page. */
export function ActionLink({ icon, label, primary, to }: ActionProps & { readonly to: LinkProps }) {
  return (
    <Link {...to} className={ITEM}>
      <span className={squareClass(primary)}>{icon}</span>
      {label}
    </Link>
  );
}
