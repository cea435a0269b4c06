import { Trans, useLingui } from "@lingui/react/macro";
import type { CaseKind } from "@tessera/contract/back-office/reviews.schemas";
import { messageOf } from "../../../lib/api/api-error.ts";
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

/** Asks before a request is taken back. */
export function WithdrawDialog({ caseId, kind, open, onClose }: WithdrawDialogProps) {
  const { t } = useLingui();
  const taking = useCaseAct(caseId);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Take the request back?</Trans>}
      confirmLabel={t`Take back`}
      dismissLabel={t`Keep it`}
      destructive
      loadingLabel={taking.isPending ? t`Taking back` : undefined}
      onConfirm={() => taking.mutate({ what: "withdraw" }, { onSuccess: onClose })}
    >
      {kind === "deposit" && (
        <Trans>The payment goes back to where it came from. There is no undo.</Trans>
      )}
      {holdsNothing(kind) && (
        <Trans>Everything stays as it is. You can make a new request later.</Trans>
      )}
      {kind !== "deposit" && !holdsNothing(kind) && (
        <Trans>What was held for it is free again at once. You can make a new request later.</Trans>
      )}
      {taking.error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(taking.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
