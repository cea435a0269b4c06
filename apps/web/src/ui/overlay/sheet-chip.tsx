import { ChevronDown } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { FilterChip } from "../form/filter-chip.tsx";

interface SheetState {
  readonly open: boolean;
  readonly onClose: () => void;
}

interface SheetChipProps {
  readonly selected: boolean;
  /** What the list is narrowed to, or that it is not. */
  readonly children: string;
  /** The sheet that chooses, which begins anew whenever it is opened. */
  readonly sheet: (state: SheetState) => ReactNode;
}

/** The chip of a filter that is chosen in a sheet. */
export function SheetChip({ selected, children, sheet }: SheetChipProps) {
  const [opening, setOpening] = useState<{ readonly serial: number; readonly open: boolean }>();
  return (
    <>
      <FilterChip
        haspopup="dialog"
        selected={selected}
        onClick={() => setOpening((before) => ({ serial: (before?.serial ?? 0) + 1, open: true }))}
        trailing={<ChevronDown aria-hidden="true" size={16} strokeWidth={2} />}
      >
        {children}
      </FilterChip>
      {opening !== undefined && (
        <Fragment key={opening.serial}>
          {sheet({ open: opening.open, onClose: () => setOpening({ ...opening, open: false }) })}
        </Fragment>
      )}
    </>
  );
}
