import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import styles from "./bank.module.css";
import { useReturn } from "./bank.mutations.ts";
import { WriteNote } from "./write-note.tsx";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

const MAX_REASON = 200;

/** Lets the operator record that a transfer is to be returned to its payer. */
export function ReturnAction({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const giveBack = useReturn(id, () => {
    setOpen(false);
    showToast({ tone: "success", text: t`Return recorded` });
  });
  const form = useForm({
    initial: { reason: "" },
    problems: ({ reason }) => ({ reason: reason.trim() === "" && t`This field is required.` }),
    send: ({ reason }) => giveBack.send(reason.trim()),
  });
  return (
    <>
      <Button
        kind="destructive"
        aria-haspopup="dialog"
        onClick={() => {
          giveBack.reset();
          form.restart();
          setAsked(true);
          setOpen(true);
        }}
      >
        <Trans>Return to the payer</Trans>
      </Button>
      {asked && (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          destructive
          title={<Trans>Return this transfer to its payer?</Trans>}
          confirmLabel={t`Record return`}
          loadingLabel={giveBack.sending ? t`Recording` : undefined}
          onConfirm={form.submit}
        >
          <Trans>
            This records a reference. Transfer the money at the bank with that reference; the next
            statement with it completes the return.
          </Trans>
          <Field label={<Trans>Why</Trans>} className={styles.gap} error={form.errorAt("reason")}>
            {(control) => <Input {...control} {...form.text("reason")} maxLength={MAX_REASON} />}
          </Field>
          <WriteNote write={giveBack} />
        </ConfirmDialog>
      )}
    </>
  );
}
