import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { signOut } from "../../../lib/session/session.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

/** Signs out this device after confirmation. */
export function LogOutButton() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await signOut();
    await navigate({ to: "/login" });
  };
  return (
    <>
      <Button
        kind="destructive"
        block
        icon={<LogOut aria-hidden="true" size={20} strokeWidth={1.75} />}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <Trans>Sign out</Trans>
      </Button>
      {asked && (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          title={<Trans>Sign out?</Trans>}
          confirmLabel={t`Sign out`}
          destructive
          loadingLabel={leaving ? t`Signing out` : undefined}
          onConfirm={() => void leave()}
        >
          <Trans>You’ll need your password to sign in again. Your cards keep working.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
