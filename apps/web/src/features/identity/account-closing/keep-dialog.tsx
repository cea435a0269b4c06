import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { keepAccount } from "./account-closing.queries.ts";

/** Asks for confirmation before the account closure is canceled. */
export function KeepDialog({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const keeping = useMutation({ mutationFn: keepAccount });
  const keep = () =>
    tellOutcome(keeping, undefined, {
      onSuccess: () => showToast({ tone: "success", text: t`Your account stays open.` }),
      whileShown: onClose,
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Keep your account?</Trans>}
      confirmLabel={t`Keep account`}
      dismissLabel={t`Continue closing`}
      loadingLabel={keeping.isPending ? t`Canceling` : undefined}
      onConfirm={keep}
    >
      <Trans>Your account stays open, but cards that are already closed stay closed.</Trans>
      {keeping.error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(keeping.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
