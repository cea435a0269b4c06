import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { WEEKDAYS, type Weekday } from "@tessera/contract/cards/cards.schemas";
import { Trash2 } from "lucide-react";
import { useId } from "react";
import { Field, FieldError } from "../../../../ui/form/field.tsx";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { Select } from "../../../../ui/form/select.tsx";
import { Panel } from "../../../../ui/layout/panel.tsx";
import { isComplete, spanOf, timesWith, toggleDay, type WindowDraft } from "./schedule-draft.ts";

const SHORT: Readonly<Record<Weekday, MessageDescriptor>> = {
  mon: msg({ message: "M", context: "Monday, one letter" }),
  tue: msg({ message: "T", context: "Tuesday, one letter" }),
  wed: msg({ message: "W", context: "Wednesday, one letter" }),
  thu: msg({ message: "T", context: "Thursday, one letter" }),
  fri: msg({ message: "F", context: "Friday, one letter" }),
  sat: msg({ message: "S", context: "Saturday, one letter" }),
  sun: msg({ message: "S", context: "Sunday, one letter" }),
};
const LONG: Readonly<Record<Weekday, MessageDescriptor>> = {
  mon: msg`Monday`,
  tue: msg`Tuesday`,
  wed: msg`Wednesday`,
  thu: msg`Thursday`,
  fri: msg`Friday`,
  sat: msg`Saturday`,
  sun: msg`Sunday`,
};

const DAY =
  "relative grid min-h-11 min-w-0 flex-1 place-items-center rounded-small bg-fill text-[0.875rem]/5 font-medium text-ink-2 transition-colors duration-120 has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent-ink has-checked:shadow-[inset_0_0_0_1.5px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent";

interface WindowProps {
  readonly draft: WindowDraft;
  readonly onChange: (draft: WindowDraft) => void;
}

function Days({ draft, onChange, invalid }: WindowProps & { readonly invalid: boolean }) {
  const { t } = useLingui();
  const noteId = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium text-ink-2">
        <Trans>Starts on</Trans>
      </legend>
      <div className="flex gap-1">
        {WEEKDAYS.map((day) => (
          <label key={day} className={DAY}>
            <input
              type="checkbox"
              aria-label={t(LONG[day])}
              aria-invalid={invalid || undefined}
              aria-describedby={invalid ? noteId : undefined}
              checked={draft.days.includes(day)}
              onChange={() => onChange(toggleDay(draft, day))}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden="true">{t(SHORT[day])}</span>
          </label>
        ))}
      </div>
      {invalid && <FieldError id={noteId}>{t`Choose at least one day.`}</FieldError>}
    </fieldset>
  );
}

interface ScheduleWindowProps extends WindowProps {
  /** Position of the window in the list, starting at 1. */
  readonly place: number;
  /** True if errors should be shown, that is, after the first attempt to save. */
  readonly checked: boolean;
  readonly onRemove: () => void;
}

/** Renders the fields for one window of blocked hours. */
export function ScheduleWindowFields(props: ScheduleWindowProps) {
  const { draft, onChange, place, checked, onRemove } = props;
  const { t } = useLingui();
  const lacksDays = checked && !isComplete(draft);
  const span = spanOf(draft);
  const time = (value: "from" | "to", label: string) => (
    <Field label={label} className="min-w-30 flex-1">
      {(control) => (
        <Select
          {...control}
          value={draft[value]}
          onChange={({ target }) => onChange({ ...draft, [value]: target.value })}
        >
          {timesWith(draft[value]).map((clock) => (
            <option key={clock} value={clock}>
              {clock}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  return (
    <Panel className="flex flex-col gap-3">
      <div className="-my-1.5 flex items-center justify-between">
        <h3 className="font-medium">{t`Blocked hours ${place}`}</h3>
        <IconButton label={t`Remove blocked hours ${place}`} onClick={onRemove} className="-mr-3">
          <Trash2 aria-hidden="true" size={20} strokeWidth={1.75} />
        </IconButton>
      </div>
      <Days draft={draft} onChange={onChange} invalid={lacksDays} />
      <div className="flex flex-wrap gap-3">
        {time("from", t({ message: "From", context: "time" }))}
        {time("to", t({ message: "To", context: "time" }))}
      </div>
      {span !== "within_day" && (
        <p className="text-small text-ink-3">
          {span === "whole_day" ? (
            <Trans>All day, until the same time the next day.</Trans>
          ) : (
            <Trans>Ends the next day.</Trans>
          )}
        </p>
      )}
    </Panel>
  );
}
