import { Trans, useLingui } from "@lingui/react/macro";
import {
  MAX_MEMO_LENGTH,
  MAX_PROJECT_LENGTH,
  MAX_TAX_CODE_LENGTH,
  type PaymentNote,
} from "@tessera/contract/insights/receipts.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { useNote } from "./receipts.queries.ts";

interface PaymentNoteFormProps {
  readonly movementId: string;
  readonly note: PaymentNote;
}

function filled(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : trimmed;
}

/** Lets the customer note what a payment was for, its project and its tax code. */
export function PaymentNoteForm({ movementId, note }: PaymentNoteFormProps) {
  const { t } = useLingui();
  const save = useNote(movementId);
  const { memo, project, taxCode, revision } = note;
  const form = useForm({
    initial: { memo: memo ?? "", project: project ?? "", taxCode: taxCode ?? "" },
    problems: () => ({ memo: false, project: false, taxCode: false }),
    send: (draft) =>
      tellOutcome(
        save,
        {
          memo: filled(draft.memo),
          project: filled(draft.project),
          taxCode: filled(draft.taxCode),
          revision,
        },
        { onSuccess: () => showToast({ tone: "success", text: t`Note saved` }) },
      ),
    write: { error: save.error },
  });
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-3">
      <Field label={t`What it was for`} error={form.errorAt("memo")}>
        {(control) => (
          <Input
            {...control}
            {...form.text("memo")}
            maxLength={MAX_MEMO_LENGTH}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-2.5">
        <Field label={t`Project`} error={form.errorAt("project")}>
          {(control) => (
            <Input
              {...control}
              {...form.text("project")}
              maxLength={MAX_PROJECT_LENGTH}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label={t`Tax code`} error={form.errorAt("taxCode")}>
          {(control) => (
            <Input
              {...control}
              {...form.text("taxCode")}
              maxLength={MAX_TAX_CODE_LENGTH}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      {form.failure && (
        <Note tone="negative" role="alert">
          {messageOf(form.failure, t`Unknown error`)}
        </Note>
      )}
      <Button type="submit" kind="fill" loadingLabel={save.isPending ? t`Saving` : undefined}>
        <Trans>Save note</Trans>
      </Button>
    </form>
  );
}
