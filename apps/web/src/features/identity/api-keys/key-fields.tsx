import { Trans, useLingui } from "@lingui/react/macro";
import { KEY_TAGS, type KeyAccess, type KeyTag } from "@tessera/contract/identity/key-scopes";
import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { Field, FieldError } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import type { KeyDraft } from "./key-draft.ts";
import { TAG_TEXTS } from "./scope-words.ts";

interface PartProps {
  readonly draft: KeyDraft;
  readonly onChange: (changes: Partial<KeyDraft>) => void;
  readonly error: string | undefined;
}

/** Renders a choice of access for each tag. */
export function ScopeFields({ draft, onChange, error }: PartProps) {
  const { t } = useLingui();
  const choose = (tag: KeyTag, access: string) => {
    const { [tag]: _, ...others } = draft.scopes;
    const chosen = access === "" ? others : { ...others, [tag]: access as KeyAccess };
    onChange({ scopes: chosen });
  };
  return (
    <fieldset className="mt-5" data-refused={error === undefined ? undefined : true} tabIndex={-1}>
      <legend className="font-semibold">
        <Trans>What the key can do</Trans>
      </legend>
      {KEY_TAGS.map((tag) => (
        <Field key={tag} className="mt-3" label={t(TAG_TEXTS[tag])}>
          {(control) => (
            <Select
              {...control}
              value={draft.scopes[tag] ?? ""}
              onChange={({ target }) => choose(tag, target.value)}
            >
              <option value="">{t`No access`}</option>
              <option value="read">{t`Read only`}</option>
              <option value="write">{t`Read and change`}</option>
            </Select>
          )}
        </Field>
      ))}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}

/** Renders the ceilings of each currency. */
export function CeilingFields({ draft, onChange, error }: PartProps) {
  const { t } = useLingui();
  const change = (currency: CurrencyCode, changes: { perCall?: string; perDay?: string }) => {
    const ceiling = { ...draft.ceilings[currency], ...changes };
    onChange({ ceilings: { ...draft.ceilings, [currency]: ceiling } });
  };
  return (
    <fieldset className="mt-5" data-refused={error === undefined ? undefined : true} tabIndex={-1}>
      <legend className="font-semibold">
        <Trans>How much the key can move</Trans>
      </legend>
      <p className="mt-1 text-small text-ink-3">
        <Trans>
          Including fees. In a currency without an amount, the key moves no money. A day is a day in
          UTC.
        </Trans>
      </p>
      {CURRENCIES.map((currency) => (
        <div key={currency} className="mt-3 grid grid-cols-2 gap-2.5">
          <Field label={t`${{ currency }} per call`}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                maxLength={15}
                value={draft.ceilings[currency].perCall}
                onChange={({ target }) => change(currency, { perCall: target.value.trim() })}
              />
            )}
          </Field>
          <Field label={t`${{ currency }} per day`}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                maxLength={15}
                value={draft.ceilings[currency].perDay}
                onChange={({ target }) => change(currency, { perDay: target.value.trim() })}
              />
            )}
          </Field>
        </div>
      ))}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
