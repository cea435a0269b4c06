import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button } from "../form/button.tsx";
import { Field } from "../form/field.tsx";
import { Input } from "../form/input.tsx";
import { useForm } from "../form/use-form.ts";
import { ProofForm } from "./proof-sheet.tsx";

const MAX_REASON = 200;

interface ReasonedProofProps {
  /** An explanation of the consequences, and the caller's form fields. */
  readonly children: ReactNode;
  /**
   * Label of the reason field, and the message shown if the reason is missing. If omitted, no
   * reason is asked for.
   */
  readonly reason?: { readonly label: string; readonly hint?: string; readonly missing: string };
  readonly continueLabel: string;
  /** Returns whether the caller's fields are valid; if not, shows their problems. */
  readonly check?: () => boolean;
  /** A summary of the operation, shown during the step-up. */
  readonly summary: ReactNode;
  readonly confirmLabel: string;
  readonly destructive?: boolean;
  /**
   * Performs the operation, sending the step-up token in `X-Proof`. Errors are shown in the form.
   */
  readonly onProven: (proof: string, reason: string) => Promise<void>;
}

/**
 * Asks for a reason first and for a step-up second, so that a rejected form does not use up a code.
 */
export function ReasonedProof({ children, check, reason, ...props }: ReasonedProofProps) {
  const { t } = useLingui();
  const [proving, setProving] = useState(false);
  const form = useForm({
    initial: { reason: "" },
    problems: (draft) => ({ reason: draft.reason.trim() === "" && reason?.missing }),
    // The caller's fields are sent with the reason, and are checked even if the reason is missing.
    send: () => undefined,
  });
  if (proving) {
    return (
      <>
        <ProofForm
          confirmLabel={props.confirmLabel}
          destructive={props.destructive}
          onProven={(proof) => props.onProven(proof, form.draft.reason.trim())}
        >
          {props.summary}
        </ProofForm>
        <Button kind="text" block className="mt-1" onClick={() => setProving(false)}>
          {t`Back`}
        </Button>
      </>
    );
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        form.submit(event);
        const areOthersRight = check?.() ?? true;
        setProving(areOthersRight && form.isRight);
      }}
    >
      {children}
      {reason !== undefined && (
        <Field label={reason.label} hint={reason.hint} error={form.errorAt("reason")}>
          {(control) => (
            <Input {...control} {...form.text("reason")} name="reason" maxLength={MAX_REASON} />
          )}
        </Field>
      )}
      <Button type="submit" kind="primary" block>
        {props.continueLabel}
      </Button>
    </form>
  );
}
