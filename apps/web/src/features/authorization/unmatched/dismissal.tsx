import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ReasonAction } from "../../../ui/decision/reason-action.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { useDismiss } from "./unmatched.mutations.ts";

/** Lets the operator dismiss a message and give a reason. */
export function Dismissal({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const dismiss = useDismiss(id, () => {
    setOpen(false);
    showToast({ tone: "success", text: t`Message dismissed` });
  });
  return (
    <ReasonAction
      open={open}
      onOpenChange={setOpen}
      write={dismiss}
      label={t`Dismiss`}
      question={<Trans>Dismiss this message?</Trans>}
      confirmLabel={t`Dismiss`}
      loadingLabel={t`Dismissing`}
    >
      <Trans>
        No money moves, now or when the message expires. This can’t be undone, and your reason is
        recorded.
      </Trans>
    </ReasonAction>
  );
}
