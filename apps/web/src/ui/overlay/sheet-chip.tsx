import { ChevronDown } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { FilterChip } from "../form/filter-chip.tsx";

interface SheetState {
  readonly open: boolean;
  readonly onClose: () => void;
}

interface SheetChipProps {
  readonly selected: boolean;
  /** The filter's value, or a default text if no value is set. */
  readonly children: string;
  /** Renders the sheet with the choices; it is remounted each time it opens. */
  readonly sheet: (state: SheetState) => ReactNode;
}

/** Renders the chip for a filter whose value is chosen in a sheet. */
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
