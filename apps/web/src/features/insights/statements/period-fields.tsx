import { useLingui } from "@lingui/react/macro";
import { useLocale } from "../../../lib/locale.ts";
import { noonOf } from "../../../lib/time/noon-of.ts";
import { DateInput } from "../../../ui/form/date-input.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FilterChip } from "../../../ui/form/filter-chip.tsx";
import { formatDay } from "../../../ui/text/format-date.ts";
import { type DraftProblem, daysOf, type ExportDraft, type Period } from "./export-draft.ts";
import { dayIn } from "./time-zones.ts";

interface PeriodFieldsProps {
  readonly draft: ExportDraft;
  readonly now: Date;
  /** The problem to show. Set only after an attempt to submit the form. */
  readonly problem: DraftProblem | undefined;
  readonly onChange: (change: Partial<ExportDraft>) => void;
}

function useProblemText(): (
  problem: DraftProblem | undefined,
  last: boolean,
) => string | undefined {
  const { t } = useLingui();
  return (problem, last) => {
    switch (problem) {
      case "no-first-day":
        return last ? undefined : t`Choose the first day.`;
      case "not-yet":
        return last ? undefined : t`This day hasn’t started in that time zone yet.`;
      case "no-last-day":
        return last ? t`Choose the last day.` : undefined;
      case "backwards":
        return last ? t`This is before the first day.` : undefined;
      default:
        return undefined;
    }
  };
}

/** Renders the fields for a statement's date range: a named period, or a first and last day. */
export function PeriodFields({ draft, now, problem, onChange }: PeriodFieldsProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const problemText = useProblemText();
  const days = daysOf(draft, now);
  const today = dayIn(draft.timeZone, now);
  const periods: readonly { readonly value: Period; readonly label: string }[] = [
    { value: "this-month", label: t`This month` },
    { value: "last-month", label: t`Last month` },
    { value: "this-quarter", label: t`This quarter` },
    { value: "custom", label: t`Custom range` },
  ];
  const spoken = (day: string) => formatDay(new Date(noonOf(day)), locale, now);
  const choose = (period: Period) =>
    onChange(period === "custom" ? { period, ...days } : { period });
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium text-ink-2">{t`Period`}</legend>
      <div className="flex flex-wrap gap-2">
        {periods.map(({ value, label }) => (
          <FilterChip key={value} selected={draft.period === value} onClick={() => choose(value)}>
            {label}
          </FilterChip>
        ))}
      </div>
      {draft.period === "custom" ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <Field
            label={t`First day`}
            error={problemText(problem, false)}
            className="min-w-0 flex-1 basis-46"
          >
            {(control) => (
              <DateInput
                {...control}
                max={today}
                value={draft.fromDay}
                onChange={(fromDay) => onChange({ fromDay })}
              />
            )}
          </Field>
          <Field
            label={t`Last day`}
            error={problemText(problem, true)}
            className="min-w-0 flex-1 basis-46"
          >
            {(control) => (
              <DateInput
                {...control}
                max={today}
                value={draft.toDay}
                onChange={(toDay) => onChange({ toDay })}
              />
            )}
          </Field>
        </div>
      ) : (
        <p className="mt-2 text-small text-ink-3">
          {days.fromDay === days.toDay
            ? spoken(days.fromDay)
            : `${spoken(days.fromDay)} – ${spoken(days.toDay)}`}
        </p>
      )}
    </fieldset>
  );
}
