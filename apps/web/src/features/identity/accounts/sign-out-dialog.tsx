import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import type { SignedInDevice } from "@tessera/contract/identity/accounts.schemas";
import { messageOf } from "../../../lib/api/api-error.ts";
import { deviceWords } from "../../../lib/device-words.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { type SignOutTarget, signDevicesOut } from "./security.queries.ts";

interface SignOutDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly target: SignOutTarget;
  /** The device to sign out; undefined when all others are signed out. */
  readonly device: SignedInDevice | undefined;
}

/** Asks for confirmation before devices are signed out. */
export function SignOutDialog({ open, onClose, target, device }: SignOutDialogProps) {
  const { t } = useLingui();
  const signOut = useMutation({ mutationFn: signDevicesOut });
  const name = device === undefined ? t`this device` : deviceWords(device, t);
  const all = target === "others";
  const confirm = () =>
    tellOutcome(signOut, target, {
      onSuccess: () =>
        showToast({
          tone: "success",
          text: all ? t`Other devices signed out` : t`Device signed out`,
        }),
      whileShown: onClose,
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={all ? <Trans>Sign out all other devices?</Trans> : <Trans>Sign out {name}?</Trans>}
      confirmLabel={t`Sign out`}
      destructive
      loadingLabel={signOut.isPending ? t`Signing out` : undefined}
      onConfirm={confirm}
    >
      <Trans>
        This takes effect immediately. Signing in on that device again requires your password.
      </Trans>
      {signOut.isError && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(signOut.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
