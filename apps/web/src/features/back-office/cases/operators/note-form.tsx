import { Trans, useLingui } from "@lingui/react/macro";
import type { OperatorCaseDetail } from "@tessera/contract/back-office/reviews.schemas";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { TextArea } from "../../../../ui/form/text-area.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { ActProblem } from "./act-problem.tsx";
import { useOperatorAct } from "./operator-reviews.mutations.ts";

/** Adds a note that only operators can read. */
export function NoteForm({ detail }: { readonly detail: OperatorCaseDetail }) {
  const { t } = useLingui();
  const noting = useOperatorAct(detail);
  const form = useForm({
    initial: { text: "" },
    send: ({ text }) =>
      tellOutcome(
        noting,
        { what: "note", text },
        { whileShown: () => form.setDraft({ text: "" }) },
      ),
    write: { error: noting.error },
  });
  return (
    <form ref={form.ref} className="mt-4" onSubmit={form.submit}>
      <Field label={t`Internal note`} hint={t`The customer never sees this.`}>
        {(control) => <TextArea {...control} {...form.text("text")} maxLength={2000} />}
      </Field>
      <Button
        type="submit"
        size="md"
        className="mt-3"
        disabled={form.draft.text.trim() === ""}
        loadingLabel={noting.isPending ? t`Saving` : undefined}
      >
        <Trans>Add note</Trans>
      </Button>
      <ActProblem error={noting.error} />
    </form>
  );
}
