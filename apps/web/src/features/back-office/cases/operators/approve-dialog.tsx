import { Trans, useLingui } from "@lingui/react/macro";
import type { OperatorCaseDetail } from "@tessera/contract/back-office/reviews.schemas";
import { useState } from "react";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { DECISION_WORDS, KIND_WORDS } from "../review-words.ts";
import { ActProblem } from "./act-problem.tsx";
import { useOperatorAct } from "./operator-reviews.mutations.ts";

interface ApproveDialogProps {
  readonly detail: OperatorCaseDetail;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called if another operator acted first, which makes the displayed case outdated. */
  readonly onForestalled: (error: Error) => void;
}

/** Asks for confirmation before approving a case, because approval moves the money immediately. */
export function ApproveDialog({ detail, open, onClose, onForestalled }: ApproveDialogProps) {
  const { t } = useLingui();
  const approving = useOperatorAct(detail, onForestalled);
  const { kind, amount, currency, needsTwo, approvals, customer, revision } = detail;
  const sum = amount === null || currency === null ? "" : formatMoney(amount, currency);
  const what = `${t(KIND_WORDS[kind])}${sum === "" ? "" : ` ${sum}`}`;
  // Revision when the first approval was sent. Kept so that the dialog does not switch to the text
  // for a second approval while it closes.
  const [sentAt, setSentAt] = useState<number>();
  const isFirst = needsTwo && (approvals.length === 0 || sentAt === revision);
  const words = DECISION_WORDS[kind];
  const title = words === undefined ? <Trans>Approve?</Trans> : t(words.approve);
  const confirm = () => {
    setSentAt(isFirst ? revision : undefined);
    tellOutcome(
      approving,
      { what: "approve" },
      { whileShown: onClose, onError: () => setSentAt(undefined) },
    );
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={isFirst ? <Trans>Approve as the first of two?</Trans> : title}
      confirmLabel={words === undefined ? t`Approve` : t(words.approve)}
      loadingLabel={approving.isPending ? t`Approving` : undefined}
      onConfirm={confirm}
    >
      <p className="font-medium">
        {what} · {customer.username}
      </p>
      {kind === "unanswered_hold" && (
        <p className="mt-2">
          <Trans>
            Check with the card network first: it must have no approval for this payment.
          </Trans>
        </p>
      )}
      <p className="mt-2">
        {isFirst ? (
          <Trans>Nothing happens yet: someone else has to approve exactly what you see now.</Trans>
        ) : (
          <Trans>This takes effect immediately and can’t be undone.</Trans>
        )}
      </p>
      <ActProblem error={approving.error} />
    </ConfirmDialog>
  );
}
