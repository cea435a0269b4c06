import { Trans, useLingui } from "@lingui/react/macro";
import type { ReceiptDetail } from "@tessera/contract/insights/receipts.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { currenciesIn } from "../../../../lib/currencies.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { UNREADABLE_DATE } from "../../../../lib/time/typed-date.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { DateInput } from "../../../../ui/form/date-input.tsx";
import { Field, FieldError } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { Select } from "../../../../ui/form/select.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { useReceiptFacts } from "./receipts.queries.ts";

interface FactsDraft {
  readonly amount: string;
  readonly currency: string;
  readonly paidOn: string;
  readonly merchant: string;
}

function draftOf({ amount, currency, paidOn, merchant }: ReceiptDetail): FactsDraft {
  return {
    amount: amount ?? "",
    currency: currency ?? "USD",
    paidOn: paidOn ?? "",
    merchant: merchant ?? "",
  };
}

function filled(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : trimmed;
}

/** Asks what a receipt says, by which its payment is found. */
export function ReceiptFactsForm({ receipt }: { readonly receipt: ReceiptDetail }) {
  const { t } = useLingui();
  const locale = useLocale();
  const save = useReceiptFacts(receipt.id);
  const form = useForm({
    initial: draftOf(receipt),
    problems: ({ paidOn }: FactsDraft) => ({
      ...{ amount: false, currency: false, merchant: false },
      paidOn: paidOn === UNREADABLE_DATE && t`Enter a date, such as 2026-03-31`,
    }),
    send: ({ amount, currency, paidOn, merchant }) => {
      const stated = filled(amount);
      const body = {
        amount: stated,
        currency: stated === null ? null : currency,
        paidOn: filled(paidOn),
        merchant: filled(merchant),
      };
      tellOutcome(save, body, {});
    },
    write: { error: save.error },
  });
  const { draft, change, failure } = form;
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <p className="text-ink-2">
        <Trans>Enter what the receipt says, and we find its payment.</Trans>
      </p>
      <div className="grid grid-cols-2 gap-2.5">
        <Field label={t`Amount`} error={form.errorAt("amount")}>
          {(control) => (
            <Input {...control} {...form.text("amount")} inputMode="decimal" autoComplete="off" />
          )}
        </Field>
        <Field label={t`Currency`} error={form.errorAt("currency")}>
          {(control) => (
            <Select
              {...control}
              value={draft.currency}
              onChange={({ target }) => change({ currency: target.value })}
            >
              {currenciesIn(locale).map(({ code, name }) => (
                <option key={code} value={code}>
                  {code} · {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label={t`Date on the receipt`} error={form.errorAt("paidOn")}>
        {(control) => (
          <DateInput {...control} value={draft.paidOn} onChange={(paidOn) => change({ paidOn })} />
        )}
      </Field>
      <Field label={t`Merchant`} error={form.errorAt("merchant")}>
        {(control) => (
          <Input {...control} {...form.text("merchant")} maxLength={100} autoComplete="off" />
        )}
      </Field>
      {failure && <FieldError>{messageOf(failure, t`Unknown error`)}</FieldError>}
      <Button
        type="submit"
        kind="primary"
        block
        loadingLabel={save.isPending ? t`Looking` : undefined}
      >
        <Trans>Find the payment</Trans>
      </Button>
    </form>
  );
}
