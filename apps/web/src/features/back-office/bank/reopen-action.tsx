import { Trans, useLingui } from "@lingui/react/macro";
import type { BankEntryDetail } from "@tessera/contract/money-movement/bank.schemas";
import { useState } from "react";
import { ReasonAction } from "../../../ui/decision/reason-action.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { useReopen } from "./bank.mutations.ts";

/** Lets the operator call off a return that is not paid yet, or undo the match with a trade. */
export function ReopenAction({ entry }: { readonly entry: BankEntryDetail }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const reopen = useReopen(entry.id, () => {
    setOpen(false);
    showToast({ tone: "success", text: t`Put back` });
  });
  const isReturn = entry.state === "returning";
  return (
    <ReasonAction
      open={open}
      onOpenChange={setOpen}
      write={reopen}
      label={isReturn ? t`Call off the return` : t`Undo the match`}
      question={
        isReturn ? (
          <Trans>Call off this return?</Trans>
        ) : (
          <Trans>Undo the match with the trade?</Trans>
        )
      }
      confirmLabel={isReturn ? t`Call off` : t`Undo`}
      loadingLabel={t`Recording`}
    >
      {isReturn ? (
        <Trans>
          Only if nobody has ordered it at the bank. The transfer goes back to those without a
          customer, where it can be assigned. If the bank pays the return after all, the transfer
          still ends as returned.
        </Trans>
      ) : (
        <Trans>The transaction counts as unexplained again. No money moves.</Trans>
      )}
    </ReasonAction>
  );
}
