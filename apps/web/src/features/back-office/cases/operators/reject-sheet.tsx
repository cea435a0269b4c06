import { Trans, useLingui } from "@lingui/react/macro";
import {
  MAX_NOTE_LENGTH,
  type OperatorCaseDetail,
} from "@tessera/contract/back-office/reviews.schemas";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { TextArea } from "../../../../ui/form/text-area.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { DECISION_WORDS, isOperatorsOnly } from "../review-words.ts";
import { ActProblem } from "./act-problem.tsx";
import { useOperatorAct } from "./operator-reviews.mutations.ts";

interface RejectSheetProps {
  readonly detail: OperatorCaseDetail;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called if another operator acted first, which makes the displayed case outdated. */
  readonly onForestalled: (error: Error) => void;
}

/** Rejects a case with a reason, which the customer can read unless only operators see the case. */
export function RejectSheet({ detail, open, onClose, onForestalled }: RejectSheetProps) {
  const { t } = useLingui();
  const rejecting = useOperatorAct(detail, onForestalled);
  const form = useForm({
    initial: { reason: "" },
    send: ({ reason }) => {
      const act = { what: "reject", reason: reason.trim() } as const;
      tellOutcome(rejecting, act, { whileShown: onClose });
    },
    write: { error: rejecting.error },
  });
  const { reason } = form.draft;
  const words = DECISION_WORDS[detail.kind];
  const label = words === undefined ? <Trans>Reject</Trans> : t(words.reject);
  return (
    <Sheet open={open} onClose={onClose} title={label}>
      <form ref={form.ref} onSubmit={form.submit}>
        <Field
          label={t`Reason`}
          hint={isOperatorsOnly(detail.kind) ? undefined : t`The customer sees this.`}
        >
          {(control) => (
            <TextArea
              {...control}
              value={reason}
              maxLength={MAX_NOTE_LENGTH}
              required
              onChange={({ target }) => form.change({ reason: target.value.replaceAll("\n", " ") })}
            />
          )}
        </Field>
        <Button
          type="submit"
          kind="destructive"
          block
          className="mt-4"
          disabled={reason.trim() === ""}
          loadingLabel={rejecting.isPending ? t`Rejecting` : undefined}
        >
          {label}
        </Button>
      </form>
      <ActProblem error={rejecting.error} />
    </Sheet>
  );
}
