import { Trans, useLingui } from "@lingui/react/macro";
import { messageOf } from "../../../lib/api/api-error.ts";
import { isOutcomeUnknown } from "../../../lib/api/try-until-known.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { useForm } from "../../../ui/form/use-form.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { ProofField } from "../../../ui/proof/proof-field.tsx";
import { useProof } from "../../../ui/proof/use-proof.ts";
import { confirmProblem, passwordProblem } from "./account-checks.ts";
import { FormEnd } from "./form-end.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { choosePassword } from "./security.queries.ts";

const EMPTY = { password: "", confirmPassword: "" };

/** Renders the username so that password managers know which entry to update. */
function AccountName() {
  const { user } = useSession();
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={user?.username ?? ""}
      readOnly
      hidden
    />
  );
}

function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui();
  const proof = useProof();
  const form = useForm({
    initial: EMPTY,
    hidesOnChange: true,
    proof,
    problems: ({ password, confirmPassword }) => ({
      password: passwordProblem(password),
      confirmPassword: confirmProblem(password, confirmPassword),
    }),
    send: async (values) => {
      await choosePassword(values, proof.prover());
      onDone();
    },
  });
  const { failure, sending, text, errorAt, change } = form;
  const refusal = failure && messageOf(failure, t`Your password could not be changed. Try again.`);
  const problem = isOutcomeUnknown(failure)
    ? t`No response. Try signing in with the new password; if that fails, use the old one.`
    : refusal;

  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <p className="text-ink-2">
        <Trans>Every other device is signed out. You stay signed in here.</Trans>
      </p>
      <AccountName />
      <div className="mt-4 flex flex-col gap-4">
        <ProofField proving={proof} passwordLabel={t`Current password`} autoFocus />
        <NewPasswordFields label={t`New password`} text={text} errorAt={errorAt} change={change} />
      </div>
      <FormEnd problem={problem} sending={sending ? t`Changing` : undefined}>
        <Trans>Change password</Trans>
      </FormEnd>
    </form>
  );
}

/** Changes the password after a step-up. Input is discarded when the sheet closes. */
export function PasswordSheet({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const done = () => {
    showToast({ tone: "success", text: t`Password changed` });
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={t`Change password`}>
      <PasswordForm onDone={done} />
    </Sheet>
  );
}
