import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { DecisionNote } from "./decision-note.tsx";
import styles from "./network.module.css";
import { useDismiss } from "./unmatched.mutations.ts";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

const MAX_REASON = 200;

/** Lets the operator dismiss a message and give a reason. */
export function Dismissal({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const dismiss = useDismiss(id, () => {
    setOpen(false);
    showToast({ tone: "success", text: t`Message dismissed` });
  });
  const form = useForm({
    initial: { reason: "" },
    problems: ({ reason }) => ({ reason: reason.trim() === "" && t`This field is required.` }),
    send: ({ reason }) => dismiss.send(reason.trim()),
  });
  return (
    <>
      <Button
        kind="destructive"
        aria-haspopup="dialog"
        onClick={() => {
          dismiss.reset();
          form.restart();
          setAsked(true);
          setOpen(true);
        }}
      >
        <Trans>Dismiss</Trans>
      </Button>
      {asked && (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          destructive
          title={<Trans>Dismiss this message?</Trans>}
          confirmLabel={t`Dismiss`}
          loadingLabel={dismiss.sending ? t`Dismissing` : undefined}
          onConfirm={form.submit}
        >
          <Trans>
            No money moves, now or when the message expires. This can’t be undone, and your reason
            is recorded.
          </Trans>
          <Field label={<Trans>Why</Trans>} className={styles.gap} error={form.errorAt("reason")}>
            {(control) => <Input {...control} {...form.text("reason")} maxLength={MAX_REASON} />}
          </Field>
          <DecisionNote write={dismiss} />
        </ConfirmDialog>
      )}
    </>
  );
}
