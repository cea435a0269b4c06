import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useRef, useState } from "react";
import {
  captchaProblem,
  codeProblem,
  confirmProblem,
  emailProblem,
  passwordProblem,
} from "./account-checks.ts";
import { useCaptchaAnswer } from "./use-captcha-answer.ts";
import { useProblems } from "./use-problems.ts";
import { useSendCode } from "./use-send-code.ts";

const EMPTY = { email: "", captchaCode: "", code: "", password: "", confirmPassword: "" };

interface Submission {
  /** Errors for fields other than the email and password fields, which are always checked. */
  readonly found: Readonly<Record<string, MessageDescriptor | string | undefined>>;
  /** Sends the form; throws the server's errors. */
  readonly write: () => Promise<void>;
  /** Text shown if an error has no message. */
  readonly failed: string;
}

/** Manages the form's values and its captcha, whose answer is one of the values. */
function useValuesWithCaptcha() {
  const captcha = useCaptchaAnswer();
  const [values, setValues] = useState(EMPTY);
  const renewCaptcha = () => {
    setValues((current) => ({ ...current, captchaCode: "" }));
    captcha.renew();
  };
  const missing = () =>
    captcha.way === "picture" ? captchaProblem(values.captchaCode) : undefined;
  return { values, setValues, captcha, renewCaptcha, missing };
}

/**
 * Manages a form that sets a password and verifies an email address with an emailed code: its
 * values, captcha and errors, and the requests that send the code and the form.
 *
 * @param moreFields names of additional fields of the form
 */
export function useMailedCodeForm(
  purpose: "register" | "reset",
  moreFields: readonly string[] = [],
) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const { problems, check, forget, refuse } = useProblems(form);
  const { values, setValues, captcha, renewCaptcha, missing } = useValuesWithCaptcha();
  const codes = useSendCode();
  const [busy, setBusy] = useState(false);
  const fields = [...Object.keys(EMPTY), ...moreFields];
  const email = values.email.trim();

  const sendCode = async () => {
    if (!check({ email: emailProblem(email), captchaCode: missing() })) {
      return;
    }
    try {
      await codes.send((request) =>
        captcha.answer(values.captchaCode, (answer) => request({ email, purpose, ...answer })),
      );
    } catch (error) {
      refuse(error, fields, t`The code could not be sent. Try again.`);
    }
    renewCaptcha();
  };

  const submit = async (event: FormEvent, { found, write, failed }: Submission) => {
    event.preventDefault();
    const { password, confirmPassword } = values;
    const clean = check({
      email: emailProblem(email),
      password: passwordProblem(password),
      confirmPassword: confirmProblem(password, confirmPassword),
      ...found,
    });
    if (!clean || busy) {
      return;
    }
    setBusy(true);
    try {
      await write();
    } catch (error) {
      refuse(error, fields, failed);
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    values,
    /** Changes a value and clears its error. */
    set: (name: keyof typeof EMPTY, value: string) => {
      forget(name);
      setValues({ ...values, [name]: value });
    },
    email,
    problems,
    forget,
    captcha,
    renewCaptcha,
    codes,
    sendCode: () => void sendCode(),
    busy,
    submit: (event: FormEvent, submission: Submission) => void submit(event, submission),
    codeProblem: () => codeProblem(values.code),
    captchaProblem: missing,
  };
}

export type MailedCodeForm = ReturnType<typeof useMailedCodeForm>;
