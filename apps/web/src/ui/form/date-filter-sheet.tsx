import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useLocale } from "../../lib/locale.ts";
import type { DateRange } from "../../lib/time/days.ts";
import { latestMonths, parseDay } from "../../lib/time/days.ts";
import { typedDateFormat } from "../../lib/time/typed-date.ts";
import { Sheet } from "../overlay/sheet.tsx";
import { dayKey } from "../text/format-date.ts";
import { monthName } from "../text/month-name.ts";
import { Button } from "./button.tsx";
import { DateInput } from "./date-input.tsx";
import { Field } from "./field.tsx";
import { Radio } from "./radio.tsx";
import { useForm } from "./use-form.ts";

const MONTHS = 12;
const NONE: DateRange = { month: undefined, from: undefined, to: undefined };

interface DateFilterSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly range: DateRange;
  readonly onChoose: (range: DateRange) => void;
}

function DayField({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (day: string) => void;
}) {
  return (
    <Field label={label} error={error} className="min-w-0 flex-1 basis-46">
      {(control) => (
        <DateInput {...control} max={dayKey(new Date())} value={value} onChange={onChange} />
      )}
    </Field>
  );
}

function Months({ range, onChoose }: Pick<DateFilterSheetProps, "range" | "onChoose">) {
  const { t } = useLingui();
  const locale = useLocale();
  const name = useId();
  const now = new Date();
  const none = Object.values(range).every((value) => value === undefined);
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="sr-only">{t`Month`}</legend>
      <Radio name={name} checked={none} onChange={() => onChoose(NONE)}>
        <Trans>All dates</Trans>
      </Radio>
      {latestMonths(now, MONTHS).map((month) => (
        <Radio
          key={month}
          name={name}
          checked={range.month === month}
          onChange={() => onChoose({ ...NONE, month })}
          className="min-h-12 border-t border-line"
        >
          {monthName(month, locale, now)}
        </Radio>
      ))}
    </fieldset>
  );
}

/** Lets the user choose the days to show in a list: a month, or an optional first and last day. */
export function DateFilterSheet({ open, onClose, range, onChoose }: DateFilterSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const problemOf = (day: string) => {
    const format = typedDateFormat("day", locale);
    const isTyped = day === "" || parseDay(day) !== undefined;
    return isTyped ? undefined : t`Enter the date as ${format}.`;
  };
  const form = useForm({
    initial: { from: range.from ?? "", to: range.to ?? "" },
    problems: ({ from, to }) => ({
      from: problemOf(from),
      to:
        problemOf(to) ??
        // ISO days compare correctly as strings.
        (problemOf(from) === undefined && from !== "" && to !== "" && from > to
          ? t`This is before the first day.`
          : undefined),
    }),
    send: ({ from, to }) => {
      form.restart();
      onChoose({ month: undefined, from: from || undefined, to: to || undefined });
    },
  });
  return (
    <Sheet open={open} onClose={onClose} title={t`Dates`}>
      <form ref={form.ref} onSubmit={form.submit} noValidate>
        <div className="flex flex-wrap gap-3">
          <DayField
            label={t`First day`}
            value={form.draft.from}
            onChange={(from) => form.change({ from })}
            error={form.errorAt("from")}
          />
          <DayField
            label={t`Last day`}
            value={form.draft.to}
            onChange={(to) => form.change({ to })}
            error={form.errorAt("to")}
          />
        </div>
        <Button type="submit" kind="primary" block className="mt-4">
          <Trans>Show</Trans>
        </Button>
      </form>
      <Months range={range} onChoose={onChoose} />
    </Sheet>
  );
}
