import { useLingui } from "@lingui/react/macro";
import type { AutoTopUp } from "@tessera/contract/cards/auto-top-up.schemas";
import { WEEKDAYS } from "@tessera/contract/cards/cards.schemas";
import { DateInput } from "../../../../../ui/form/date-input.tsx";
import { Field } from "../../../../../ui/form/field.tsx";
import { Input } from "../../../../../ui/form/input.tsx";
import { Select } from "../../../../../ui/form/select.tsx";
import { MoneyField } from "../money-field.tsx";
import {
  type AmountKind,
  type DraftField,
  type TopUpDraft,
  type TriggerKind,
  withTrigger,
} from "./top-up-draft.ts";
import { AMOUNT_NAMES, TRIGGER_NAMES, WEEKDAY_NAMES } from "./top-up-words.ts";

const TRIGGERS: readonly TriggerKind[] = ["balance", "week", "month", "charge"];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MONTH_DAYS = Array.from({ length: 31 }, (_, day) => day + 1);

/** The parts of the form that its fields use. */
interface FormParts {
  readonly change: (change: Partial<TopUpDraft>) => void;
  readonly errorAt: (field: DraftField) => string | undefined;
}

interface FieldsProps {
  readonly state: AutoTopUp;
  readonly draft: TopUpDraft;
  readonly form: FormParts;
}

/** Renders the fields of an order: when, how much, and the limits. */
export function TopUpFields({ state, draft, form }: FieldsProps) {
  const { t } = useLingui();
  const { currency } = state;
  return (
    <>
      <Field label={t`When to top up`}>
        {(control) => (
          <Select
            {...control}
            value={draft.trigger}
            onChange={({ target }) => form.change(withTrigger(draft, target.value as TriggerKind))}
          >
            {TRIGGERS.map((kind) => (
              <option key={kind} value={kind}>
                {t(TRIGGER_NAMES[kind])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TriggerFields state={state} draft={draft} form={form} />
      <AmountChoice draft={draft} form={form} />
      {draft.kind !== "charge" && (
        <MoneyField
          label={draft.kind === "fixed" ? t`Amount to add` : t`Balance to reach`}
          currency={currency}
          value={draft.amount}
          error={form.errorAt("amount")}
          onChange={(amount) => form.change({ amount })}
        />
      )}
      <MoneyField
        label={t`Most per month, fees included`}
        currency={currency}
        value={draft.cap}
        error={form.errorAt("cap")}
        onChange={(cap) => form.change({ cap })}
      />
      <Field label={t`Last day (optional)`} error={form.errorAt("endsOn")}>
        {(control) => (
          <DateInput
            {...control}
            value={draft.endsOn}
            onChange={(endsOn) => form.change({ endsOn })}
          />
        )}
      </Field>
    </>
  );
}

function AmountChoice({ draft, form }: Omit<FieldsProps, "state">) {
  const { t } = useLingui();
  const kinds: readonly AmountKind[] =
    draft.trigger === "charge" ? ["charge", "fixed", "target"] : ["fixed", "target"];
  return (
    <Field label={t`How much`}>
      {(control) => (
        <Select
          {...control}
          value={draft.kind}
          onChange={({ target }) => form.change({ kind: target.value as AmountKind })}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(AMOUNT_NAMES[kind])}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function TriggerFields({ state, draft, form }: FieldsProps) {
  const { t } = useLingui();
  switch (draft.trigger) {
    case "balance":
      return (
        <MoneyField
          label={t`If less than this is available`}
          currency={state.currency}
          value={draft.below}
          error={form.errorAt("below")}
          onChange={(below) => form.change({ below })}
        />
      );
    case "charge":
      return (
        <Field
          label={t`Hours before the day of the charge`}
          error={form.errorAt("hoursBefore")}
          hint={t`Charges that repeat weekly, monthly or yearly, if the balance does not suffice.`}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              value={draft.hoursBefore}
              onChange={({ target }) => form.change({ hoursBefore: target.value.trim() })}
            />
          )}
        </Field>
      );
    default:
      return <DayFields state={state} draft={draft} form={form} />;
  }
}

function DayFields({ state, draft, form }: FieldsProps) {
  const { t } = useLingui();
  const { timeZone } = state;
  const isWeekly = draft.trigger === "week";
  return (
    <>
      <Field
        label={isWeekly ? t`Day of the week` : t`Day of the month`}
        hint={isWeekly ? undefined : t`In a shorter month, on its last day.`}
      >
        {(control) => (
          <Select
            {...control}
            value={isWeekly ? draft.weekday : draft.monthDay}
            onChange={({ target: { value } }) =>
              form.change(
                isWeekly
                  ? { weekday: WEEKDAYS.find((day) => day === value) ?? "mon" }
                  : { monthDay: value },
              )
            }
          >
            {isWeekly
              ? WEEKDAYS.map((day) => (
                  <option key={day} value={day}>
                    {t(WEEKDAY_NAMES[day])}
                  </option>
                ))
              : MONTH_DAYS.map((day) => (
                  <option key={day} value={day}>
                    {day}
                  </option>
                ))}
          </Select>
        )}
      </Field>
      <Field label={t`Hour`} hint={t`In the time zone ${timeZone}.`}>
        {(control) => (
          <Select
            {...control}
            value={draft.hour}
            onChange={({ target }) => form.change({ hour: target.value })}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {`${String(hour).padStart(2, "0")}:00`}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
