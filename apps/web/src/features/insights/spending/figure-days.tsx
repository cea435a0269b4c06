import { useLingui } from "@lingui/react/macro";
import type { FigureDays } from "@tessera/contract/insights/spending.schemas";
import { Segmented } from "../../../ui/form/segmented.tsx";

interface FigureDaysChoiceProps {
  readonly value: FigureDays;
  readonly onChange: (days: FigureDays) => void;
}

/** Lets the user choose the period of a chart. */
export function FigureDaysChoice({ value, onChange }: FigureDaysChoiceProps) {
  const { t } = useLingui();
  return (
    <Segmented
      label={t`Period`}
      options={[
        { value: "7", label: t`7 days` },
        { value: "30", label: t`30 days` },
        { value: "90", label: t`90 days` },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
