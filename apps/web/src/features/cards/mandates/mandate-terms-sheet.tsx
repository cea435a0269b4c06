import { Trans, useLingui } from "@lingui/react/macro";
import { MAX_MANDATE_MERCHANT, MAX_MANDATE_PURPOSE } from "@tessera/contract/cards/mandate-figures";
import type { Mandate } from "@tessera/contract/cards/mandates.schemas";
import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { messageOf } from "../../../lib/api/api-error.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { DAY_CHOICES, draftOf, isCeilingRight, termsOf } from "./mandate-draft.ts";
import { useWriteMandate } from "./mandates.queries.ts";

interface MandateTermsProps {
  /** The mandate to change; undefined to propose one. */
  readonly mandate?: Mandate;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone?: (mandate: Mandate) => void;
}

function useTermsForm({ mandate, onClose, onDone }: MandateTermsProps) {
  const { t } = useLingui();
  const write = useWriteMandate();
  return useForm({
    initial: () => draftOf(mandate),
    problems: (draft) => ({
      merchant: draft.merchant.trim() === "" && t`Enter the merchant’s name`,
      ceiling: !isCeilingRight(draft) && t`Enter an amount`,
      purpose: draft.purpose.trim() === "" && t`Enter what the purchase is for`,
    }),
    send: async (draft) => {
      const written = await write(termsOf(draft, mandate, new Date()), mandate);
      onClose();
      onDone?.(written);
    },
  });
}

function DayOptions({ keeps }: { readonly keeps: boolean }) {
  const { t } = useLingui();
  return (
    <>
      {keeps && <option value="">{t`As proposed`}</option>}
      {DAY_CHOICES.map((days) => (
        <option key={days} value={days}>
          {days === "1" ? t`1 day` : t`${{ days }} days`}
        </option>
      ))}
    </>
  );
}

function TermsForm(props: MandateTermsProps) {
  const { t } = useLingui();
  const form = useTermsForm(props);
  const { failure } = form;
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <Field
        label={t`Merchant`}
        error={form.errorAt("merchant")}
        hint={<Trans>As payments show it. Names that begin with it count too.</Trans>}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={MAX_MANDATE_MERCHANT}
            {...form.text("merchant")}
          />
        )}
      </Field>
      <div className="mt-5 grid grid-cols-2 gap-2.5">
        <Field label={t`At most`} error={form.errorAt("ceiling")}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              maxLength={15}
              {...form.text("ceiling")}
            />
          )}
        </Field>
        <Field label={t`Currency`}>
          {(control) => (
            <Select
              {...control}
              value={form.draft.currency}
              onChange={({ target }) => form.change({ currency: target.value as CurrencyCode })}
            >
              {CURRENCIES.map((currency) => (
                <option key={currency} value={currency}>
                  {currency}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field className="mt-5" label={t`Valid for`}>
        {(control) => (
          <Select
            {...control}
            value={form.draft.days}
            onChange={({ target }) => form.change({ days: target.value })}
          >
            <DayOptions keeps={props.mandate !== undefined} />
          </Select>
        )}
      </Field>
      <Field className="mt-5" label={t`What for`} error={form.errorAt("purpose")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={MAX_MANDATE_PURPOSE}
            {...form.text("purpose")}
          />
        )}
      </Field>
      {failure !== undefined && (
        <Note tone="negative" role="alert" className="mt-4">
          {messageOf(failure, t`Unknown error`)}
        </Note>
      )}
      <Button
        type="submit"
        kind="primary"
        block
        className="mt-5"
        loadingLabel={form.sending ? t`Saving` : undefined}
      >
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}

/** Proposes a purchase, or changes one that waits for a decision. */
export function MandateTermsSheet(props: MandateTermsProps) {
  const { mandate, open, onClose } = props;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        mandate === undefined ? <Trans>Propose a purchase</Trans> : <Trans>Change purchase</Trans>
      }
    >
      {open && <TermsForm {...props} />}
    </Sheet>
  );
}
