import { Trans, useLingui } from "@lingui/react/macro";
import { MAX_KEY_CALLS_PER_MINUTE } from "@tessera/contract/identity/api-keys.schemas";
import { paysOut } from "@tessera/contract/identity/key-scopes";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { addressesIn, areCeilingsRight, type KeyDraft } from "./key-draft.ts";
import { CeilingFields, ScopeFields } from "./key-fields.tsx";

interface CreateKeyFormProps {
  readonly draft: KeyDraft;
  readonly onNext: (draft: KeyDraft) => void;
}

function useKeyForm({ draft, onNext }: CreateKeyFormProps) {
  const { t } = useLingui();
  return useForm({
    initial: draft,
    problems: ({ name, scopes, ceilings, addresses, callsPerMinute }) => {
      const calls = Number(callsPerMinute);
      const isRate = /^\d+$/.test(callsPerMinute) && calls > 0 && calls <= MAX_KEY_CALLS_PER_MINUTE;
      return {
        name: name.trim() === "" && t`Enter a name`,
        scopes: Object.keys(scopes).length === 0 && t`Choose what the key can do`,
        ceilings:
          !areCeilingsRight({ ceilings }) &&
          t`Enter both amounts. A call can’t move more than a day.`,
        addresses:
          paysOut(scopes) &&
          addressesIn(addresses).length === 0 &&
          t`A key for withdrawals needs at least one address`,
        callsPerMinute:
          !isRate && t`Enter a number from 1 to ${{ most: MAX_KEY_CALLS_PER_MINUTE }}`,
      };
    },
    send: onNext,
  });
}

/** Asks for everything about a new key. */
export function CreateKeyForm(props: CreateKeyFormProps) {
  const { t } = useLingui();
  const form = useKeyForm(props);
  const parts = { draft: form.draft, onChange: form.change };
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <Field label={t`Name`} error={form.errorAt("name")}>
        {(control) => (
          <Input {...control} autoComplete="off" maxLength={60} {...form.text("name")} />
        )}
      </Field>
      <ScopeFields {...parts} error={form.errorAt("scopes")} />
      <CeilingFields {...parts} error={form.errorAt("ceilings")} />
      <Field
        className="mt-5"
        label={t`Addresses`}
        error={form.errorAt("addresses")}
        hint={<Trans>IP addresses or networks, such as 192.0.2.0/24. Empty: from anywhere.</Trans>}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.text("addresses")}
          />
        )}
      </Field>
      <Field className="mt-5" label={t`Calls per minute`} error={form.errorAt("callsPerMinute")}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            {...form.text("callsPerMinute")}
          />
        )}
      </Field>
      <Field className="mt-5" label={t`Valid for`}>
        {(control) => (
          <Select
            {...control}
            value={form.draft.expiresInDays}
            onChange={({ target }) => form.change({ expiresInDays: target.value })}
          >
            <option value="30">{t`30 days`}</option>
            <option value="90">{t`90 days`}</option>
            <option value="180">{t`180 days`}</option>
            <option value="365">{t`365 days`}</option>
          </Select>
        )}
      </Field>
      <Button type="submit" kind="primary" block className="mt-5">
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}
