import type { ReactNode } from "react";

/** The head of a day in a list, with what settled on it. */
export function DayHead({ day, total }: { readonly day: ReactNode; readonly total?: ReactNode }) {
  return (
    <h2 className="flex justify-between gap-4 pt-3.5 pb-1 text-small font-medium text-ink-3">
      <span>{day}</span>
      {total !== undefined && <span>{total}</span>}
    </h2>
  );
}
