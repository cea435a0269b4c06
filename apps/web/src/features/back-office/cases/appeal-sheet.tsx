import { Trans, useLingui } from "@lingui/react/macro";
import { MAX_APPEAL_LENGTH } from "@tessera/contract/back-office/reviews.schemas";
import { messageOf } from "../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { useCaseAct } from "./reviews.mutations.ts";

interface AppealSheetProps {
  readonly caseId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Lets the customer appeal a rejection. */
export function AppealSheet({ caseId, open, onClose }: AppealSheetProps) {
  const { t } = useLingui();
  const appealing = useCaseAct(caseId);
  const form = useForm({
    initial: { text: "" },
    send: ({ text }) => tellOutcome(appealing, { what: "appeal", text }, { whileShown: onClose }),
    write: { error: appealing.error },
  });
  const { draft, failure } = form;
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Appeal</Trans>}>
      <form ref={form.ref} onSubmit={form.submit}>
        <p className="mb-3 text-ink-2">
          <Trans>
            A different reviewer will take one more look, and that decision is final. Until then,
            the money is on hold again.
          </Trans>
        </p>
        <Field
          label={t`Why it should be approved`}
          error={failure && messageOf(failure, t`Unknown error`)}
        >
          {(control) => (
            <TextArea {...control} {...form.text("text")} maxLength={MAX_APPEAL_LENGTH} required />
          )}
        </Field>
        <Button
          type="submit"
          kind="primary"
          block
          className="mt-4"
          disabled={draft.text.trim() === ""}
          loadingLabel={appealing.isPending ? t`Sending` : undefined}
        >
          <Trans>Send appeal</Trans>
        </Button>
      </form>
    </Sheet>
  );
}
