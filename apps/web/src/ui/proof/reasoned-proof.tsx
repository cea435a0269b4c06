import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button } from "../form/button.tsx";
import { Field } from "../form/field.tsx";
import { Input } from "../form/input.tsx";
import { useForm } from "../form/use-form.ts";
import { ProofForm } from "./proof-sheet.tsx";

const MAX_REASON = 200;

interface ReasonedProofProps {
  /** What follows from it, and fields of the caller's. */
  readonly children: ReactNode;
  /** What the reason is called, and what is said where it is missing; none is asked for without. */
  readonly reason?: { readonly label: string; readonly hint?: string; readonly missing: string };
  readonly continueLabel: string;
  /** Whether the caller's own fields can be sent; says what is wrong where not. */
  readonly check?: () => boolean;
  /** What is about to be done, beside where the reader proves that it is them. */
  readonly summary: ReactNode;
  readonly confirmLabel: string;
  readonly destructive?: boolean;
  /** Does it, with the proof for `X-Proof`; what it throws is shown. */
  readonly onProven: (proof: string, reason: string) => Promise<void>;
}

/**
 * Asks why before something that needs a fresh proof, and then for the proof. In two steps, so that
 * no code is used up on a form that is refused.
 */
export function ReasonedProof({ children, check, reason, ...props }: ReasonedProofProps) {
  const { t } = useLingui();
  const [proving, setProving] = useState(false);
  const form = useForm({
    initial: { reason: "" },
    problems: (draft) => ({ reason: draft.reason.trim() === "" && reason?.missing }),
    // The caller's fields are sent with it, and say what is wrong with them all the same.
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
