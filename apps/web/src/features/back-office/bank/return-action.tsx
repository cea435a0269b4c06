import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ReasonAction } from "../../../ui/decision/reason-action.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { useReturn } from "./bank.mutations.ts";

/** Lets the operator record that a transfer is to be returned to its payer. */
export function ReturnAction({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const giveBack = useReturn(id, () => {
    setOpen(false);
    showToast({ tone: "success", text: t`Return recorded` });
  });
  return (
    <ReasonAction
      open={open}
      onOpenChange={setOpen}
      write={giveBack}
      label={t`Return to the payer`}
      question={<Trans>Return this transfer to its payer?</Trans>}
      confirmLabel={t`Record return`}
      loadingLabel={t`Recording`}
    >
      <Trans>
        This creates a return reference. Send the money back at the bank with this reference. The
        return is complete once the reference appears on a statement.
      </Trans>
    </ReasonAction>
  );
}
