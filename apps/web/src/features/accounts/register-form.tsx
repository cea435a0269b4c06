import { Trans, useLingui } from "@lingui/react/macro";
import { register } from "@tessera/contract/accounts/accounts.endpoints";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Note } from "../../ui/panel.tsx";
import { textLinkClass } from "../../ui/text-link.ts";
import {
  captchaProblem,
  codeProblem,
  confirmProblem,
  emailProblem,
  passwordProblem,
} from "./account-checks.ts";
import { AgreementField } from "./agreement-field.tsx";
import { CaptchaField } from "./captcha-field.tsx";
import { CodeField } from "./code-field.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { useCaptcha } from "./use-captcha.ts";
import { useProblems } from "./use-problems.ts";
import { useSendCode } from "./use-send-code.ts";

const EMPTY = { email: "", captchaCode: "", code: "", password: "", confirmPassword: "" };
const FIELDS = [...Object.keys(EMPTY), "agreement"];

export interface Registered {
  readonly email: string;
  /** `active`: sign in now. `verification-sent`: follow the mailed link first. */
  readonly status: "active" | "verification-sent";
}

/** Opens an account: with a mailed code, or with a mailed link where no code arrives. */
export function RegisterForm({ onDone }: { readonly onDone: (registered: Registered) => void }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const { problems, check, forget, refuse } = useProblems(form);
  const { state: captcha, reload } = useCaptcha();
  const codes = useSendCode();
  const [values, setValues] = useState(EMPTY);
  const [agreed, setAgreed] = useState(false);
  const [byLink, setByLink] = useState(false);
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
      await codes.send({ email, purpose: "register", captchaId, captchaCode });
    } catch (error) {
      refuse(error, FIELDS, t`The code could not be sent. Try again.`);
    }
    renewCaptcha();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { captchaCode, code, password, confirmPassword } = values;
    const clean = check({
      email: emailProblem(email),
      captchaCode: byLink ? captchaProblem(captchaCode) : undefined,
      code: byLink ? undefined : codeProblem(code),
      password: passwordProblem(password),
      confirmPassword: confirmProblem(password, confirmPassword),
      agreement: agreed ? undefined : t`Please confirm the agreements before continuing.`,
    });
    if (!clean || busy) {
      return;
    }
    setBusy(true);
    try {
      const account = { email, password, confirmPassword, agreement: true } as const;
      const proof = byLink ? { captchaId, captchaCode } : { code };
      const answer = await call(register, { body: { ...account, ...proof } });
      onDone({ email, status: answer.status });
    } catch (error) {
      refuse(error, FIELDS, t`Your account could not be created. Try again.`);
      if (byLink) {
        renewCaptcha();
      }
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
        {!byLink && (
          <CodeField
            value={values.code}
            onChange={(value) => set("code", value)}
            error={problems.code}
            sent={codes.sent}
            sending={codes.sending}
            secondsLeft={codes.secondsLeft}
            onSend={() => void sendCode()}
          />
        )}
        <button
          type="button"
          className={`${textLinkClass} -my-3.5 self-start text-small`}
          onClick={() => setByLink(!byLink)}
        >
          {byLink ? <Trans>Use a code instead</Trans> : <Trans>Get a link by email instead</Trans>}
        </button>
        <NewPasswordFields
          label={t`Password`}
          password={values.password}
          confirmPassword={values.confirmPassword}
          problems={problems}
          onChange={set}
        />
      </div>
      <div className="mt-4">
        <AgreementField
          checked={agreed}
          error={problems.agreement}
          onChange={(checked) => {
            forget("agreement");
            setAgreed(checked);
          }}
        />
      </div>
      {problems.form !== undefined && (
        <Note tone="negative" role="alert" className="mt-3">
          {problems.form}
        </Note>
      )}
      <Button
        type="submit"
        kind="primary"
        block
        className="mt-3"
        loadingLabel={busy ? t`Creating account` : undefined}
      >
        <Trans>Create account</Trans>
      </Button>
    </form>
  );
}
