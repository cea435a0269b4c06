import { useLingui } from "@lingui/react/macro";
import type { ProofSubject } from "@tessera/contract/identity/accounts.schemas";
import type { ReactNode } from "react";
import { messageOf } from "../../lib/api/api-error.ts";
import { isOutcomeUnknown } from "../../lib/api/try-until-known.ts";
import { Button } from "../form/button.tsx";
import { useForm } from "../form/use-form.ts";
import { Note } from "../layout/panel.tsx";
import { Sheet } from "../overlay/sheet.tsx";
import { ProofField } from "./proof-field.tsx";
import { useProof } from "./use-proof.ts";

interface ProofSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Details of what the user is about to do, such as an amount and an address. */
  readonly children?: ReactNode;
  /** The operation that the step-up token is bound to, if any. */
  readonly subject?: ProofSubject | undefined;
  /** The verb on the confirmation button, such as "Withdraw". */
  readonly confirmLabel: string;
  readonly destructive?: boolean | undefined;
  /**
   * Performs the operation, sending the step-up token in `X-Proof`. Errors are shown in the sheet;
   * the caller closes it.
   */
  readonly onProven: (proof: string) => Promise<void> | void;
}

type ProofFormProps = Omit<ProofSheetProps, "open" | "onClose" | "title">;

/** Renders the step-up inside an open sheet, as one step of a longer task. */
export function ProofForm({
  children,
  subject,
  confirmLabel,
  destructive,
  onProven,
}: ProofFormProps) {
  const { t } = useLingui();
  const proof = useProof(subject);
  const form = useForm({
    initial: {},
    proof,
    send: async () => onProven(await proof.prover()()),
  });
  const { failure } = form;
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      {children !== undefined && <div className="mb-4 text-ink-2">{children}</div>}
      <ProofField proving={proof} autoFocus />
      {failure !== undefined && (
        <Note
          tone={isOutcomeUnknown(failure) ? "caution" : "negative"}
          role="alert"
          className="mt-4"
        >
          {messageOf(failure, t`Unknown error`)}
        </Note>
      )}
      <Button
        type="submit"
        kind={destructive === true ? "destructive" : "primary"}
        block
        className="mt-5"
        loadingLabel={form.sending ? t`Checking` : undefined}
      >
        {confirmLabel}
      </Button>
    </form>
  );
}

/** Renders a sheet that asks for a step-up before an operation. Import it lazily. */
export function ProofSheet({ open, onClose, title, ...form }: ProofSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {open && <ProofForm {...form} />}
    </Sheet>
  );
}
