import { Trans, useLingui } from "@lingui/react/macro";
import { USERNAME_LENGTH } from "@tessera/contract/identity/accounts.schemas";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { isOutcomeUnknown } from "../../../lib/api/try-until-known.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { ProofField } from "../../../ui/proof/proof-field.tsx";
import { useProof } from "../../../ui/proof/use-proof.ts";
import { usernameProblem } from "./account-checks.ts";
import { FormEnd } from "./form-end.tsx";
import { chooseUsername } from "./security.queries.ts";

/** Called after the username has been changed. */
type OnRenamed = (from: string, to: string) => void;

function UsernameForm({ onRenamed }: { readonly onRenamed: OnRenamed }) {
  const { t } = useLingui();
  const { user } = useSession();
  const proof = useProof();
  const [before] = useState(user?.username ?? "");
  const form = useForm({
    initial: { username: before },
    hidesOnChange: true,
    proof,
    problems: ({ username }) => ({ username: usernameProblem(username, before) }),
    send: async ({ username }) => onRenamed(before, await chooseUsername(username, proof.prover())),
  });
  const { failure, sending } = form;
  const refusal = failure && messageOf(failure, t`Your username could not be changed. Try again.`);
  // A retry is safe, because changing to the account's current name has no effect.
  const problem = isOutcomeUnknown(failure) ? t`No response. You can safely try again.` : refusal;

  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <p className="text-ink-2">
        <Trans>
          From then on, sign in with the new username or your email. Your devices stay signed in.
        </Trans>
      </p>
      <div className="mt-4 flex flex-col gap-4">
        <Field
          label={t`New username`}
          error={form.errorAt("username")}
          hint={t`Letters, digits, dots, hyphens and underscores`}
        >
          {(control) => (
            <Input
              {...control}
              type="text"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={USERNAME_LENGTH.max}
              {...form.text("username")}
              // The user opened the sheet to fill in this field.
              autoFocus
            />
          )}
        </Field>
        <ProofField proving={proof} passwordLabel={t`Current password`} />
      </div>
      <FormEnd problem={problem} sending={sending ? t`Changing` : undefined}>
        <Trans>Change username</Trans>
      </FormEnd>
    </form>
  );
}

/** Lets the user change the username after a step-up. */
export function UsernameSheet({
  open,
  onClose,
  onRenamed,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRenamed: OnRenamed;
}) {
  const { t } = useLingui();
  const done: OnRenamed = (from, to) => {
    onRenamed(from, to);
    showToast({ tone: "success", text: t`Username changed` });
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={t`Change username`}>
      <UsernameForm onRenamed={done} />
    </Sheet>
  );
}
