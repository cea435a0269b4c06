import { Trans, useLingui } from "@lingui/react/macro";
import type {
  ProgramRuleDetail,
  ProgramRuleMode,
} from "@tessera/contract/back-office/program-rules.schemas";
import { LOCALES } from "@tessera/contract/errors/locales";
import { WriteNote } from "../../../../ui/decision/write-note.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import styles from "../program.module.css";
import { TextField } from "../text-field.tsx";
import { Choice } from "./choice.tsx";
import { PaymentFields } from "./payment-fields.tsx";
import { RuleBacktest } from "./rule-backtest.tsx";
import { MODE_LOOKS } from "./rule-words.ts";
import { type RuleFormState, useRuleForm } from "./use-rule-form.ts";

const LANGUAGES = { en: "English", "zh-CN": "简体中文", "zh-TW": "繁體中文" } as const;

interface RuleFormProps {
  /** The current rule; undefined for a new one. */
  readonly rule: ProgramRuleDetail | undefined;
  readonly onSaved: (saved: ProgramRuleDetail) => void;
}

function Kind({ state }: { readonly state: RuleFormState }) {
  const { t } = useLingui();
  return (
    <Choice
      label={t`Rule applies to`}
      options={[
        { value: "payments", label: t`Payments` },
        { value: "new_cards", label: t`New cards` },
      ]}
      value={state.draft.kind}
      onChange={(kind) => state.change({ kind })}
    />
  );
}

function Names({ state }: { readonly state: RuleFormState }) {
  const { draft, change, errorAt } = state;
  return (
    <div className={styles.fields}>
      {LOCALES.map((locale) => (
        <TextField
          key={locale}
          label={<Trans>Name, {LANGUAGES[locale]}</Trans>}
          value={draft.names[locale]}
          error={errorAt(`names.${locale}`)}
          onChange={(name) => change({ names: { ...draft.names, [locale]: name } })}
        />
      ))}
    </div>
  );
}

function Mode({ state, isNew }: { readonly state: RuleFormState; readonly isNew: boolean }) {
  const { t } = useLingui();
  const modes: readonly ProgramRuleMode[] = isNew ? ["shadow", "off"] : ["active", "shadow", "off"];
  return (
    <div className="grid gap-1.5">
      <Choice
        label={t`Rule action`}
        options={modes.map((value) => ({ value, label: t(MODE_LOOKS[value].text) }))}
        value={state.draft.mode}
        onChange={(mode) => state.change({ mode })}
      />
      <p className="text-small text-ink-3">
        <Trans>A shadow rule records what it would have declined, but declines nothing.</Trans>
      </p>
    </div>
  );
}

/** Lets the operator add a rule, change it, or propose a change to it. */
export function RuleForm({ rule, onSaved }: RuleFormProps) {
  const { t } = useLingui();
  const state = useRuleForm(rule, onSaved);
  const { draft, save, terms } = state;
  return (
    <form ref={state.ref} noValidate className={styles.form} onSubmit={state.submit}>
      {rule === undefined && <Kind state={state} />}
      <Names state={state} />
      {draft.kind === "payments" ? (
        <PaymentFields state={state} />
      ) : (
        <TextField
          label={<Trans>Maximum new cards per customer per day</Trans>}
          mode="numeric"
          maxLength={4}
          value={draft.newCardsPerDay}
          error={state.errorAt("newCardsPerDay")}
          onChange={(newCardsPerDay) => state.change({ newCardsPerDay })}
        />
      )}
      <Mode state={state} isNew={rule === undefined} />
      {terms?.kind === "payments" && <RuleBacktest terms={terms} />}
      <TextField
        label={<Trans>Why</Trans>}
        maxLength={200}
        value={draft.reason}
        error={state.errorAt("reason")}
        onChange={(reason) => state.change({ reason })}
      />
      {state.proposes && (
        <Note>
          <Trans>
            This changes which payments are declined, so another administrator has to approve it
            first.
          </Trans>
        </Note>
      )}
      <WriteNote write={save} />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" loadingLabel={save.sending ? t`Saving` : undefined}>
          {state.proposes ? <Trans>Propose change</Trans> : <Trans>Save rule</Trans>}
        </Button>
      </div>
    </form>
  );
}
