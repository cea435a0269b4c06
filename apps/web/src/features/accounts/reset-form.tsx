import { Trans, useLingui } from "@lingui/react/macro";
import { resetPassword } from "@tessera/contract/accounts/accounts.endpoints";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Note } from "../../ui/panel.tsx";
import {
  captchaProblem,
  codeProblem,
  confirmProblem,
  emailProblem,
  passwordProblem,
} from "./account-checks.ts";
import { CaptchaField } from "./captcha-field.tsx";
import { CodeField } from "./code-field.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { useCaptcha } from "./use-captcha.ts";
import { useProblems } from "./use-problems.ts";
import { useSendCode } from "./use-send-code.ts";

const EMPTY = { email: "", captchaCode: "", code: "", password: "", confirmPassword: "" };
const FIELDS = Object.keys(EMPTY);

/** Sets a new password with a mailed code. Every session ends with it. */
export function ResetForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const { problems, check, forget, refuse } = useProblems(form);
  const { state: captcha, reload } = useCaptcha();
  const codes = useSendCode();
  const [values, setValues] = useState(EMPTY);
  const [busy, setBusy] = useState(false);

  const set = (name: keyof typeof EMPTY, value: string) => {
    forget(name);
    setValues({ ...values, [name]: value });
  };
  const captchaId = captcha.kind === "ready" ? captcha.captcha.id : "";
  const email = values.email.trim();

  const renewCaptcha = () => {
    setValues((current) => ({ ...current, captchaCode: "" }));
    void reload();
  };

  const sendCode = async () => {
    const { captchaCode } = values;
    if (!check({ email: emailProblem(email), captchaCode: captchaProblem(captchaCode) })) {
      return;
    }
    try {
      await codes.send({ email, purpose: "reset", captchaId, captchaCode });
    } catch (error) {
      refuse(error, FIELDS, t`The code could not be sent. Try again.`);
    }
    renewCaptcha();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { code, password, confirmPassword } = values;
    const clean = check({
      email: emailProblem(email),
      code: codeProblem(code),
      password: passwordProblem(password),
      confirmPassword: confirmProblem(password, confirmPassword),
    });
    if (!clean || busy) {
      return;
    }
    setBusy(true);
    try {
      await call(resetPassword, { body: { email, code, password, confirmPassword } });
      onDone();
    } catch (error) {
      refuse(error, FIELDS, t`Your password could not be reset. Try again.`);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <div className="mt-5 flex flex-col gap-4">
        <Field label={t`Email`} error={problems.email}>
          {(control) => (
            <Input
              {...control}
              type="email"
              name="email"
              autoComplete="email"
              maxLength={254}
              value={values.email}
              onChange={(event) => set("email", event.target.value)}
            />
          )}
        </Field>
        <CaptchaField
          state={captcha}
          onReload={renewCaptcha}
          value={values.captchaCode}
          onChange={(value) => set("captchaCode", value)}
          error={problems.captchaCode}
        />
        <CodeField
          value={values.code}
          onChange={(value) => set("code", value)}
          error={problems.code}
          sent={codes.sent}
          sending={codes.sending}
          secondsLeft={codes.secondsLeft}
          onSend={() => void sendCode()}
        />
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
        loadingLabel={busy ? t`Resetting` : undefined}
      >
        <Trans>Reset password</Trans>
      </Button>
    </form>
  );
}
