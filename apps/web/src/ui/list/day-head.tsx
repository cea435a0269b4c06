import type { ReactNode } from "react";

/** Renders a day heading in a list, with the day's settled total. */
export function DayHead({ day, total }: { readonly day: ReactNode; readonly total?: ReactNode }) {
  return (
    <h2 className="flex flex-wrap justify-between gap-x-4 pt-3.5 pb-1 text-small font-medium text-ink-3">
      <span>{day}</span>
      {total !== undefined && <span className="ml-auto text-right">{total}</span>}
    </h2>
  );
}
