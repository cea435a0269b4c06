import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../../lib/api-error.ts";
import { useSession } from "../../lib/session-store.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/panel.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { confirmProblem, passwordProblem } from "./account-checks.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { choosePassword } from "./security.queries.ts";
import { useProblems } from "./use-problems.ts";

const EMPTY = { current: "", password: "", confirmPassword: "" };
const FIELDS = Object.keys(EMPTY);

/** Password managers ask whose password it is that changes. */
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
  const [values, setValues] = useState(EMPTY);
  const [busy, setBusy] = useState(false);

  const set = (name: keyof typeof EMPTY, value: string) => {
    forget(name);
    setValues({ ...values, [name]: value });
  };
  const explain = (error: unknown) => {
    if (error instanceof ApiError && error.code === "proof_invalid") {
      check({ current: error.message });
    } else if (error instanceof ApiError && error.outcomeUnknown) {
      check({
        form: t`No answer came. Sign in with the new password; if that fails, with the old one.`,
      });
    } else {
      refuse(error, FIELDS, t`Your password could not be changed. Try again.`);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { current, password, confirmPassword } = values;
    const clean = check({
      current: current === "" ? t`Enter your password` : undefined,
      password: passwordProblem(password),
      confirmPassword: confirmProblem(password, confirmPassword),
    });
    if (!clean || busy) {
      return;
    }
    setBusy(true);
    try {
      await choosePassword(values);
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
        <Field label={t`Current password`} error={problems.current}>
          {(control) => (
            <PasswordInput
              {...control}
              name="current"
              autoComplete="current-password"
              maxLength={128}
              value={values.current}
              onChange={(event) => set("current", event.target.value)}
              // The sheet opened to ask for this.
              autoFocus
            />
          )}
        </Field>
        <NewPasswordFields
          label={t`New password`}
          password={values.password}
          confirmPassword={values.confirmPassword}
          problems={problems}
          onChange={set}
        />
      </div>
      {problems.form !== undefined && (
        <Note tone="negative" role="alert" className="mt-4">
          {problems.form}
        </Note>
      )}
      <Button
        type="submit"
        kind="primary"
        block
        className="mt-5"
        loadingLabel={busy ? t`Changing` : undefined}
      >
        <Trans>Change password</Trans>
      </Button>
    </form>
  );
}

/** A new password, proven by the current one. What was typed goes with the sheet. */
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
