import { Trans, useLingui } from "@lingui/react/macro";
import type { HolderFact } from "@tessera/contract/cards/holder.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { DateInput } from "../../../../ui/form/date-input.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { BillingAddressFields } from "../billing-address-fields.tsx";
import { TermsField } from "./terms-field.tsx";
import { type HolderFormProps, useHolderForm } from "./use-holder-form.ts";

type Form = ReturnType<typeof useHolderForm>;

const MAX_NAME = 40;
const MAX_PHONE = 32;

function NameFields({ draft, errorAt, change }: Form) {
  return (
    <div className="grid grid-cols-2 gap-3.5">
      <Field label={<Trans>First names</Trans>} error={errorAt("legalName.first")}>
        {(control) => (
          <Input
            {...control}
            name="given-name"
            autoComplete="given-name"
            maxLength={MAX_NAME}
            value={draft.first}
            onChange={({ target }) => change({ first: target.value }, "legalName.first")}
          />
        )}
      </Field>
      <Field label={<Trans>Last name</Trans>} error={errorAt("legalName.last")}>
        {(control) => (
          <Input
            {...control}
            name="family-name"
            autoComplete="family-name"
            maxLength={MAX_NAME}
            value={draft.last}
            onChange={({ target }) => change({ last: target.value }, "legalName.last")}
          />
        )}
      </Field>
      <p className="col-span-2 -mt-2 text-small text-ink-3">
        <Trans>Use Latin letters, as in your passport. Your cards show this name.</Trans>
      </p>
    </div>
  );
}

function BirthDateField({
  form: { draft, errorAt, change },
  minimumAge,
}: {
  readonly form: Form;
  readonly minimumAge: number;
}) {
  return (
    <Field
      label={<Trans>Date of birth</Trans>}
      error={errorAt("birthDate")}
      hint={<Trans>You must be {minimumAge} or older.</Trans>}
    >
      {(control) => (
        <DateInput
          {...control}
          name="bday"
          autoComplete="bday"
          max={new Date().toISOString().slice(0, "2000-01-01".length)}
          value={draft.birthDate}
          onChange={(birthDate) => change({ birthDate })}
        />
      )}
    </Field>
  );
}

function AddressFields({ draft, errorAt, change }: Form) {
  return (
    <BillingAddressFields
      draft={draft.address}
      errorAt={(field) => errorAt(`address.${field}`)}
      onChange={(field, value) =>
        change({ address: { ...draft.address, [field]: value } }, `address.${field}`)
      }
    />
  );
}

function PhoneField({ text, errorAt }: Form) {
  return (
    <Field
      label={<Trans>Mobile number</Trans>}
      error={errorAt("phone")}
      hint={
        <Trans>
          Include the country code, such as +49. Some merchants confirm payments by text.
        </Trans>
      }
    >
      {(control) => (
        <Input
          {...control}
          type="tel"
          name="tel"
          autoComplete="tel"
          maxLength={MAX_PHONE}
          {...text("phone")}
        />
      )}
    </Field>
  );
}

/** Asks for exactly the facts that the card's issuer needs, and saves them. */
export function HolderForm(props: HolderFormProps) {
  const { holder } = props;
  const { t } = useLingui();
  const form = useHolderForm(props);
  const { draft, sending, failure, change } = form;
  const needs = (fact: HolderFact) => holder.needed.includes(fact);
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <fieldset disabled={sending} className="flex min-w-0 flex-col gap-5">
        {needs("legalName") && <NameFields {...form} />}
        {needs("birthDate") && <BirthDateField form={form} minimumAge={holder.minimumAge} />}
        {needs("address") && <AddressFields {...form} />}
        {needs("phone") && <PhoneField {...form} />}
        {holder.terms !== null && (
          <TermsField
            url={holder.terms.url}
            checked={draft.acceptTerms}
            error={form.errorAt("acceptTerms")}
            onChange={(acceptTerms) => change({ acceptTerms })}
          />
        )}
      </fieldset>
      {failure !== undefined && (
        <Note tone="negative" role="alert" className="mt-4">
          {messageOf(failure, t`Your details could not be saved. Try again.`)}
        </Note>
      )}
      <Button
        type="submit"
        kind="primary"
        block
        className="mt-5"
        loadingLabel={sending ? t`Saving` : undefined}
      >
        <Trans>Save details</Trans>
      </Button>
    </form>
  );
}
