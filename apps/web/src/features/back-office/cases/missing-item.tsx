import { Trans, useLingui } from "@lingui/react/macro";
import type { CaseItem } from "@tessera/contract/back-office/reviews.schemas";
import { DOCUMENT_TYPES } from "@tessera/contract/files";
import { messageOf } from "../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FilePicker } from "../../../ui/form/file-picker.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { ITEM_WORDS } from "./review-words.ts";
import { useCaseAct, useDocument } from "./reviews.mutations.ts";

interface MissingItemProps {
  readonly caseId: string;
  readonly item: CaseItem;
}

/** Renders a requested item with a form to submit it. */
export function MissingItem({ caseId, item }: MissingItemProps) {
  return item === "explanation" ? (
    <Explanation caseId={caseId} />
  ) : (
    <ItemFile caseId={caseId} item={item} />
  );
}

/** Lets the customer choose a file, which is uploaded immediately. */
export function ItemFile({ caseId, item }: MissingItemProps) {
  const { t } = useLingui();
  const sending = useDocument(caseId, t`This file is larger than 5 MB. Send a smaller one.`);
  const percent = Math.round(sending.share * 100);
  return (
    <div>
      <FilePicker
        label={t(ITEM_WORDS[item])}
        note={<Trans>PDF, JPEG or PNG, up to 5 MB. We store it encrypted.</Trans>}
        accept={DOCUMENT_TYPES.join(",")}
        progress={sending.isPending ? { label: t`Sending the file`, percent } : undefined}
        onFile={(file) => sending.mutate({ item, file })}
      >
        {sending.isPending ? <Trans>Sending {percent}%</Trans> : <Trans>Choose a file</Trans>}
      </FilePicker>
      {sending.error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(sending.error, t`Unknown error`)}
        </Note>
      )}
    </div>
  );
}

function Explanation({ caseId }: { readonly caseId: string }) {
  const { t } = useLingui();
  const answering = useCaseAct(caseId);
  const form = useForm({
    initial: { text: "" },
    send: ({ text }) => tellOutcome(answering, { what: "answer", text }, {}),
    write: { error: answering.error },
  });
  const { draft, failure } = form;
  return (
    <form ref={form.ref} onSubmit={form.submit}>
      <Field
        label={t(ITEM_WORDS.explanation)}
        error={failure && messageOf(failure, t`Unknown error`)}
      >
        {(control) => <TextArea {...control} {...form.text("text")} maxLength={1000} required />}
      </Field>
      <Button
        type="submit"
        kind="primary"
        block
        className="mt-3"
        disabled={draft.text.trim() === ""}
        loadingLabel={answering.isPending ? t`Sending` : undefined}
      >
        <Trans>Send answer</Trans>
      </Button>
    </form>
  );
}
