import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { messageOf } from "../../lib/api/api-error.ts";
import { isOutcomeUnknown } from "../../lib/api/try-until-known.ts";
import { type Mutation, tellOutcome } from "../../lib/tell-outcome.ts";
import { lazySheet } from "../layout/lazy-part.tsx";
import { showToast } from "../overlay/toast-store.ts";
import { Button } from "./button.tsx";

const ConfirmDialog = lazySheet(
  async () => (await import("../overlay/confirm-dialog.tsx")).ConfirmDialog,
);

interface CancelActionProps {
  /** Id of the object to cancel. */
  readonly id: string;
  readonly mutation: Mutation<unknown, string> & {
    readonly isPending: boolean;
    /** Whether a lost response is being retried. */
    readonly processing?: boolean;
  };
  /** The button's text, a verb and its object ("Cancel deposit"). */
  readonly label: string;
  readonly question: ReactNode;
  /** The toast's text on success ("Deposit canceled"). */
  readonly done: string;
  /** The consequences of canceling, shown in the dialog. */
  readonly children: ReactNode;
}

/** Renders a button that cancels an object after a confirmation and reports the outcome. */
export function CancelAction({ id, mutation, label, question, done, children }: CancelActionProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<boolean>();
  const confirm = () =>
    tellOutcome(mutation, id, {
      onSuccess: () => showToast({ tone: "success", text: done }),
      onError: (error) => {
        const tone = isOutcomeUnknown(error) ? "plain" : "failure";
        showToast({ tone, text: messageOf(error, t`Unknown error`) });
        setAsking(false);
      },
      whileShown: () => setAsking(false),
    });
  return (
    <>
      <Button block onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking !== undefined && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={question}
          confirmLabel={label}
          loadingLabel={
            mutation.isPending ? (mutation.processing ? t`Processing` : t`Canceling`) : undefined
          }
          onConfirm={confirm}
          dismissLabel={t`Keep it`}
          destructive
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
