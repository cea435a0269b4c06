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
  /** What is cancelled, by its id. */
  readonly id: string;
  readonly mutation: Mutation<unknown, string> & {
    readonly isPending: boolean;
    /** Whether an answer was lost and is asked for again. */
    readonly processing?: boolean;
  };
  /** The verb with its object ("Cancel deposit"). */
  readonly label: string;
  readonly question: ReactNode;
  /** What is said once it is done ("Deposit cancelled"). */
  readonly done: string;
  /** What follows from it. */
  readonly children: ReactNode;
}

/** Cancels what a customer began, once they confirm it, and says how that ended. */
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
            mutation.isPending ? (mutation.processing ? t`Processing` : t`Cancelling`) : undefined
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
