import { useId } from "react";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { Radio } from "../../../ui/form/radio.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import type { FilterOption } from "./filter-options.ts";

interface FilterSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Label of the option that turns the filter off. */
  readonly any: string;
  readonly options: readonly FilterOption[];
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
}

/** Lets the user choose the value of a filter. */
export function FilterSheet({
  open,
  onClose,
  title,
  any,
  options,
  value,
  onChoose,
}: FilterSheetProps) {
  const name = useId();
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <fieldset className="min-w-0">
        <legend className="sr-only">{title}</legend>
        <Radio name={name} checked={value === undefined} onChange={() => onChoose(undefined)}>
          {any}
        </Radio>
        {options.map((option) => (
          <Radio
            key={option.value}
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="min-h-12 border-t border-line"
          >
            {option.card && <CardThumb cardId={option.card.id} type={option.card.type} size="sm" />}
            {option.label}
          </Radio>
        ))}
      </fieldset>
    </Sheet>
  );
}
