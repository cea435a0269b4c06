import { Trans, useLingui } from "@lingui/react/macro";
import {
  ANSWER_VARIABLES,
  type AnswerInput,
  type CannedAnswer,
} from "@tessera/contract/back-office/support-desk.schemas";
import { LOCALES, type Locale } from "@tessera/contract/errors/locales";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { useMoneyWrite } from "../../../../lib/api/use-money-write.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { LOCALE_NAMES } from "../../../../ui/form/preference-buttons.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import styles from "../thread/thread.module.css";
import { changeAnswer, writeAnswer } from "./desk.queries.ts";

interface AnswerFormProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The saved reply being edited; undefined for a new one. */
  readonly answer: CannedAnswer | undefined;
  readonly onSaved: () => void;
}

type Texts = Partial<Record<Locale, string>>;

/** Builds the request body; languages with an empty text are omitted. */
function inputOf(name: string, texts: Texts): AnswerInput {
  const written = LOCALES.flatMap((locale) => {
    const text = texts[locale]?.trim() ?? "";
    return text === "" ? [] : [[locale, text] as const];
  });
  return { name: name.trim(), texts: Object.fromEntries(written) };
}

/** Lets an operator create or edit a saved reply in up to three languages. */
export function AnswerForm({ open, onClose, answer, onSaved }: AnswerFormProps) {
  const { t } = useLingui();
  const [name, setName] = useState(answer?.name ?? "");
  const [texts, setTexts] = useState<Texts>(answer?.texts ?? {});
  const saving = useMoneyWrite({
    write: (input: AnswerInput, key) =>
      answer === undefined
        ? writeAnswer(input, key)
        : changeAnswer(answer.id, { ...input, revision: answer.revision }),
    onDone: () => {
      onSaved();
      onClose();
    },
  });
  const refused = saving.error instanceof ApiError ? saving.error : undefined;
  const input = inputOf(name, texts);
  const variables = ANSWER_VARIABLES.map((one) => `{${one}}`).join(" ");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.send(input);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={answer === undefined ? t`New saved reply` : t`Edit saved reply`}
    >
      <form onSubmit={submit} noValidate>
        <Field label={<Trans>Name</Trans>} error={refused?.fieldMessage("name")}>
          {(control) => (
            <Input {...control} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        {LOCALES.map((locale) => (
          <Field
            key={locale}
            label={LOCALE_NAMES[locale]}
            className="mt-3"
            error={refused?.fieldMessage(`texts.${locale}`)}
          >
            {(control) => (
              <textarea
                {...control}
                lang={locale}
                className={styles.area}
                value={texts[locale] ?? ""}
                onChange={({ target }) => setTexts({ ...texts, [locale]: target.value })}
              />
            )}
          </Field>
        ))}
        <p className="mt-1.5 text-small text-ink-3">
          <Trans>Filled in when the reply is used: {variables}</Trans>
        </p>
        {refused !== undefined && refused.fields.length === 0 && (
          <Note tone="negative" role="alert" className="mt-3">
            {refused.message}
          </Note>
        )}
        <Button
          type="submit"
          kind="primary"
          block
          className="mt-5"
          disabled={input.name === "" || Object.keys(input.texts).length === 0}
          loadingLabel={saving.sending ? t`Saving` : undefined}
        >
          <Trans>Save</Trans>
        </Button>
      </form>
    </Sheet>
  );
}
