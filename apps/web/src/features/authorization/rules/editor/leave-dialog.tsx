import { Trans, useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog.tsx";

interface LeaveDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation before unsaved changes to a rule are discarded. */
export function LeaveDialog({ open, onClose, onLeave }: LeaveDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      destructive
      title={<Trans>Leave without saving?</Trans>}
      confirmLabel={t`Leave`}
      dismissLabel={t`Keep editing`}
      onConfirm={onLeave}
    >
      <Trans>Your changes to this rule will be lost.</Trans>
    </ConfirmDialog>
  );
}
