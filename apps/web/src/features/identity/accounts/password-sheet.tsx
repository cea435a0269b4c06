import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { useRefusedFocus } from "../../../ui/form/use-refused-focus.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { ProofField } from "../../../ui/proof/proof-field.tsx";
import { useProof } from "../../../ui/proof/use-proof.ts";
import { confirmProblem, passwordProblem } from "./account-checks.ts";
import { FormEnd } from "./form-end.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { choosePassword } from "./security.queries.ts";
import { useProblems } from "./use-problems.ts";

const EMPTY = { password: "", confirmPassword: "" };
const FIELDS = Object.keys(EMPTY);

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
  const form = useRef<HTMLFormElement>(null);
  const { problems, check, forget, refuse } = useProblems(form);
  const proving = useProof();
  useRefusedFocus(form, proving.round);
  const [values, setValues] = useState(EMPTY);
  const [busy, setBusy] = useState(false);

  const set = (name: keyof typeof EMPTY, value: string) => {
    forget(name);
    setValues({ ...values, [name]: value });
  };
  const explain = (error: unknown) => {
    if (proving.explain(error)) {
      return;
    }
    if (error instanceof ApiError && error.outcomeUnknown) {
      check({
        form: t`No response. Try signing in with the new password; if that fails, use the old one.`,
      });
    } else {
      refuse(error, FIELDS, t`Your password could not be changed. Try again.`);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { password, confirmPassword } = values;
    const clean = check({
      password: passwordProblem(password),
      confirmPassword: confirmProblem(password, confirmPassword),
    });
    // Checked last, so that the first invalid field receives focus.
    if (!proving.check() || !clean || busy) {
      return;
    }
    setBusy(true);
    try {
      await choosePassword(values, proving.prover());
      onDone();
    } catch (error) {
      explain(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <p className="text-ink-2">
        <Trans>Every other device is signed out. You stay signed in here.</Trans>
      </p>
      <AccountName />
      <div className="mt-4 flex flex-col gap-4">
        <ProofField proving={proving} passwordLabel={t`Current password`} autoFocus />
        <NewPasswordFields
          label={t`New password`}
          password={values.password}
          confirmPassword={values.confirmPassword}
          problems={problems}
          onChange={set}
        />
      </div>
      <FormEnd problem={problems.form} sending={busy ? t`Changing` : undefined}>
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
