import { Trans, useLingui } from "@lingui/react/macro";
import {
  type Correction,
  MAX_CORRECTION_REASON,
  MAX_CORRECTION_REFERENCE,
} from "@tessera/contract/back-office/adjustments.schemas";
import type { CurrencyCode } from "@tessera/money";
import { useState } from "react";
import { ApiError, messageOf } from "../../../../lib/api/api-error.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Field, type FieldControl } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { Segmented } from "../../../../ui/form/segmented.tsx";
import { Select } from "../../../../ui/form/select.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { typedAmount, wireAmount } from "../../../../ui/text/amount-text.ts";
import { useProposeCorrection } from "./corrections.mutations.ts";
import { PassedLimit } from "./passed-limit.tsx";

/** An account or card whose balance can be adjusted. */
export interface CorrectionTarget {
  /** The id of a card, or the currency of an account. */
  readonly value: string;
  readonly cardId?: string;
  readonly currency: CurrencyCode;
  readonly label: string;
}

interface CorrectionFormProps {
  readonly customerId: string;
  /** The proposal being edited. Its account or card cannot be changed. */
  readonly base?: Correction;
  readonly targets: readonly CorrectionTarget[];
  readonly onDone: (correction: Correction) => void;
}

function useTarget({ base, targets }: CorrectionFormProps) {
  const [value, setValue] = useState(targets[0]?.value ?? "");
  const target = targets.find((one) => one.value === value);
  const currency = base?.currency ?? target?.currency ?? "USD";
  return { value, setValue, cardId: target?.cardId, currency };
}

/**
 * Lets an operator propose an adjustment, which moves no money until another operator approves it.
 */
export function CorrectionForm(props: CorrectionFormProps) {
  const { customerId, base, targets, onDone } = props;
  const { t } = useLingui();
  const target = useTarget(props);
  const { currency } = target;
  const [direction, setDirection] = useState<Correction["direction"]>(base?.direction ?? "credit");
  const propose = useProposeCorrection(onDone);
  const missing = (text: string) => text.trim() === "" && t`Fill in this field.`;
  const form = useForm({
    initial: {
      amount: base?.amount ?? "",
      reason: base?.reason ?? "",
      reference: base?.reference ?? "",
    },
    problems: ({ amount, reason, reference }) => ({
      amount: wireAmount(amount) === undefined && t`Enter an amount.`,
      reason: missing(reason),
      reference: missing(reference),
    }),
    send: ({ amount, reason, reference }) =>
      propose.send({
        ...{ customerId, cardId: target.cardId, currency, direction, base },
        amount: wireAmount(amount) ?? "",
        reason: reason.trim(),
        reference: reference.trim(),
      }),
  });
  const line = (name: "reason" | "reference", max: number) => (control: FieldControl) => (
    <Input {...control} {...form.text(name)} maxLength={max} />
  );
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-3">
      {targets.length > 0 && (
        <Field label={<Trans>Account or card</Trans>}>
          {(control) => (
            <Select
              {...control}
              value={target.value}
              onChange={({ target: select }) => target.setValue(select.value)}
            >
              {targets.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Segmented
        label={t`Direction`}
        options={[
          { value: "credit", label: t`Add money` },
          { value: "debit", label: t`Deduct money` },
        ]}
        value={direction}
        onChange={setDirection}
      />
      <Field label={<Trans>Amount in {currency}</Trans>} error={form.errorAt("amount")}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            value={form.draft.amount}
            onChange={({ target: input }) =>
              form.change({ amount: typedAmount(input.value) ?? form.draft.amount })
            }
          />
        )}
      </Field>
      <Field
        label={<Trans>Reason</Trans>}
        hint={<Trans>The customer sees this text in their bills.</Trans>}
        error={form.errorAt("reason")}
      >
        {line("reason", MAX_CORRECTION_REASON)}
      </Field>
      <Field
        label={<Trans>Reference</Trans>}
        hint={<Trans>A case or ticket number. Only operators see it.</Trans>}
        error={form.errorAt("reference")}
      >
        {line("reference", MAX_CORRECTION_REFERENCE)}
      </Field>
      <Answer write={propose} />
      <Button
        type="submit"
        kind="primary"
        block
        loadingLabel={propose.sending ? t`Sending` : undefined}
      >
        {base === undefined ? t`Propose` : t`Save the change`}
      </Button>
    </form>
  );
}

function Answer({ write }: { readonly write: ReturnType<typeof useProposeCorrection> }) {
  const { t } = useLingui();
  if (write.unknown || write.processing) {
    return (
      <Note tone="info" role="status">
        <Trans>No response yet. You can safely try again; it won’t be proposed twice.</Trans>
      </Note>
    );
  }
  const { error } = write;
  if (error === null) {
    return null;
  }
  const funds = error instanceof ApiError ? error.funds : undefined;
  const [available, needed] = [funds?.available, funds?.needed].map(
    (amount) => `${amount ?? ""} ${funds?.currency ?? ""}`,
  );
  return (
    <Note tone="negative" role="alert">
      {messageOf(error, t`Unknown error`)}{" "}
      {funds !== undefined && (
        <Trans>
          Available: {available}. Needed: {needed}.
        </Trans>
      )}
      <PassedLimit error={error} />
    </Note>
  );
}
