import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  /** The text; use one sentence. */
  readonly children: ReactNode;
  /** An optional button. */
  readonly action?: ReactNode;
}

/** Renders a sentence that says there is nothing here yet. */
export function EmptyState({ icon, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-10 text-center text-ink-2">
      {icon && (
        <span className="grid size-11 place-items-center rounded-control bg-fill text-ink-2">
          {icon}
        </span>
      )}
      {/* Chinese breaks after punctuation, not within a word. */}
      <p className="max-w-72 text-balance break-keep wrap-anywhere">{children}</p>
      {action}
    </div>
  );
}
