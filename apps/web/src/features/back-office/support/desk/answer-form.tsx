import { Trans, useLingui } from "@lingui/react/macro";
import {
  ANSWER_VARIABLES,
  type AnswerInput,
  type CannedAnswer,
} from "@tessera/contract/back-office/support-desk.schemas";
import { LOCALES, type Locale } from "@tessera/contract/errors/locales";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { useMoneyWrite } from "../../../../lib/api/use-money-write.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { LOCALE_NAMES } from "../../../../ui/form/preference-buttons.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
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

/** Nothing is checked before the server does, which names these fields. */
const NO_PROBLEMS: Record<"name" | `texts.${Locale}`, false> = {
  name: false,
  "texts.en": false,
  "texts.zh-CN": false,
  "texts.zh-TW": false,
};

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
  const form = useForm({
    initial: { name: answer?.name ?? "", texts: (answer?.texts ?? {}) as Texts },
    problems: () => NO_PROBLEMS,
    send: (draft) => saving.send(inputOf(draft.name, draft.texts)),
    write: { error: saving.error },
  });
  const { draft, change, failure } = form;
  const input = inputOf(draft.name, draft.texts);
  const variables = ANSWER_VARIABLES.map((one) => `{${one}}`).join(" ");
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={answer === undefined ? t`New saved reply` : t`Edit saved reply`}
    >
      <form ref={form.ref} onSubmit={form.submit} noValidate>
        <Field label={<Trans>Name</Trans>} error={form.errorAt("name")}>
          {(control) => <Input {...control} {...form.text("name")} />}
        </Field>
        {LOCALES.map((locale) => (
          <Field
            key={locale}
            label={LOCALE_NAMES[locale]}
            className="mt-3"
            error={form.errorAt(`texts.${locale}`)}
          >
            {(control) => (
              <textarea
                {...control}
                lang={locale}
                className={styles.area}
                value={draft.texts[locale] ?? ""}
                onChange={({ target }) =>
                  change({ texts: { ...draft.texts, [locale]: target.value } }, `texts.${locale}`)
                }
              />
            )}
          </Field>
        ))}
        <p className="mt-1.5 text-small text-ink-3">
          <Trans>Filled in when the reply is used: {variables}</Trans>
        </p>
        {failure instanceof ApiError && (
          <Note tone="negative" role="alert" className="mt-3">
            {failure.message}
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
