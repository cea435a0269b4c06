import { Trans, useLingui } from "@lingui/react/macro";
import type { CaseKind } from "@tessera/contract/back-office/reviews.schemas";
import { messageOf } from "../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { holdsNothing } from "./review-words.ts";
import { useCaseAct } from "./reviews.mutations.ts";

interface WithdrawDialogProps {
  readonly caseId: string;
  readonly kind: CaseKind;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before a request is withdrawn. */
export function WithdrawDialog({ caseId, kind, open, onClose }: WithdrawDialogProps) {
  const { t } = useLingui();
  const taking = useCaseAct(caseId);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Withdraw this request?</Trans>}
      confirmLabel={t`Withdraw request`}
      dismissLabel={t`Keep it`}
      destructive
      loadingLabel={taking.isPending ? t`Withdrawing` : undefined}
      onConfirm={() => tellOutcome(taking, { what: "withdraw" }, { whileShown: onClose })}
    >
      {kind === "deposit" && (
        <Trans>The payment is returned to its sender. This can’t be undone.</Trans>
      )}
      {holdsNothing(kind) && <Trans>Nothing changes. You can make a new request later.</Trans>}
      {kind !== "deposit" && !holdsNothing(kind) && (
        <Trans>The held money is released immediately. You can make a new request later.</Trans>
      )}
      {taking.error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(taking.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
