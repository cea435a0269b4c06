import { Trans, useLingui } from "@lingui/react/macro";
import { STRATEGY_WINDOWS } from "@tessera/contract/authorization/risk.schemas";
import { CURRENCIES } from "@tessera/money";
import { useLocale } from "../../../../lib/locale.ts";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Select } from "../../../../ui/form/select.tsx";
import styles from "../program.module.css";
import { TextField } from "../text-field.tsx";
import { Choice } from "./choice.tsx";
import { listed } from "./rule-draft.ts";
import { countryNames } from "./rule-facts.tsx";
import { WINDOW_WORDS } from "./rule-words.ts";
import type { RuleFormState } from "./use-rule-form.ts";

const MAX_LIST_TEXT = 300;

function Lists({ state }: { readonly state: RuleFormState }) {
  const locale = useLocale();
  const { draft, change, errorAt } = state;
  const countries = listed(draft.countries);
  const addressError = errorAt("addresses");
  return (
    <>
      <TextField
        label={<Trans>Merchant countries</Trans>}
        hint={
          countries.length > 0 ? (
            countryNames(countries, locale)
          ) : (
            <Trans>Two-letter codes, separated by commas. Leave empty for any country.</Trans>
          )
        }
        maxLength={MAX_LIST_TEXT}
        value={draft.countries}
        error={errorAt("countries")}
        onChange={(text) => change({ countries: text })}
      />
      {countries.length > 0 && (
        <div>
          <Checkbox
            checked={draft.addresses}
            aria-invalid={addressError !== undefined}
            onChange={({ target }) => change({ addresses: target.checked })}
          >
            <Trans>Also reject billing addresses in these countries</Trans>
          </Checkbox>
          {addressError !== undefined && (
            <p role="alert" className="text-small text-negative">
              {addressError}
            </p>
          )}
        </div>
      )}
      <TextField
        label={<Trans>Merchant category codes</Trans>}
        hint={<Trans>Four-digit codes, separated by commas. Leave empty for any category.</Trans>}
        maxLength={MAX_LIST_TEXT}
        value={draft.mccs}
        error={errorAt("mccs")}
        onChange={(mccs) => change({ mccs })}
      />
    </>
  );
}

function Limit({ state }: { readonly state: RuleFormState }) {
  const { t } = useLingui();
  const { draft, change, errorAt } = state;
  return (
    <>
      <Choice
        label={t`Limit`}
        options={[
          { value: "none", label: t`No limit` },
          { value: "payments", label: t({ message: "Number", context: "rule" }) },
          { value: "spending", label: t({ message: "Amount", context: "rule" }) },
        ]}
        value={draft.measure}
        onChange={(measure) => change({ measure })}
      />
      {draft.measure !== "none" && (
        <>
          <div className={styles.fields}>
            <TextField
              label={
                draft.measure === "payments" ? (
                  <Trans>Maximum payments</Trans>
                ) : (
                  <Trans>Maximum spending</Trans>
                )
              }
              mode={draft.measure === "payments" ? "numeric" : "decimal"}
              maxLength={15}
              value={draft.over}
              error={errorAt("over")}
              onChange={(over) => change({ over })}
            />
            {draft.measure === "spending" && (
              <Field label={<Trans>Currency</Trans>}>
                {(control) => (
                  <Select
                    {...control}
                    value={draft.currency}
                    onChange={({ target }) =>
                      change({ currency: target.value as typeof draft.currency })
                    }
                  >
                    {CURRENCIES.map((currency) => (
                      <option key={currency}>{currency}</option>
                    ))}
                  </Select>
                )}
              </Field>
            )}
            <Field label={<Trans>Time window</Trans>}>
              {(control) => (
                <Select
                  {...control}
                  value={draft.window}
                  onChange={({ target }) => change({ window: target.value as typeof draft.window })}
                >
                  {STRATEGY_WINDOWS.map((window) => (
                    <option key={window} value={window}>
                      {t(WINDOW_WORDS[window])}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <Choice
            label={t`Counted per`}
            options={[
              { value: "together", label: t`All cards combined` },
              { value: "per_card", label: t`Each card separately` },
            ]}
            value={draft.counts}
            onChange={(counts) => change({ counts })}
          />
        </>
      )}
    </>
  );
}

/** Renders the fields for the conditions of a payment rule. */
export function PaymentFields({ state }: { readonly state: RuleFormState }) {
  return (
    <>
      <Lists state={state} />
      <Limit state={state} />
    </>
  );
}
