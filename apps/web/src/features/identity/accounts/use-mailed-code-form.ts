import { useLingui } from "@lingui/react/macro";
import { ApiError, messageOf } from "../../../lib/api/api-error.ts";
import { fieldError, useForm } from "../../../ui/form/use-form.ts";
import {
  captchaProblem,
  codeProblem,
  confirmProblem,
  emailProblem,
  passwordProblem,
} from "./account-checks.ts";
import { useCaptchaAnswer } from "./use-captcha-answer.ts";
import { useSendCode } from "./use-send-code.ts";

const EMPTY = {
  email: "",
  captchaCode: "",
  code: "",
  password: "",
  confirmPassword: "",
  /** Whether the agreements are accepted; only registration asks. */
  agreement: false,
  /** Whether an emailed link verifies the address, which takes a captcha and no code. */
  byLink: false,
};

/** The name of the code's input. */
export const CODE_NAME = "code";

export type MailedCodeValues = Readonly<typeof EMPTY>;

interface MailedCodeFormOptions {
  readonly purpose: "register" | "reset";
  /** The problem if the agreements are not accepted; absent if the form does not ask. */
  readonly agreementMissing?: string;
  /** Sends the form; throws the server's errors. */
  readonly write: (values: MailedCodeValues) => Promise<void>;
}

/**
 * Manages a form that sets a password and verifies an email address with an emailed code: its
 * values, captcha and errors, and the requests that send the code and the form.
 */
export function useMailedCodeForm({ purpose, agreementMissing, write }: MailedCodeFormOptions) {
  const { t } = useLingui();
  const captcha = useCaptchaAnswer();
  const codes = useSendCode();
  const captchaMissing = (typed: string) =>
    captcha.way === "picture" ? captchaProblem(typed) : undefined;
  const form = useForm({
    initial: EMPTY,
    hidesOnChange: true,
    problems: (values) => ({
      email: emailProblem(values.email.trim()),
      captchaCode: values.byLink && captchaMissing(values.captchaCode),
      code: !values.byLink && codeProblem(values.code),
      password: passwordProblem(values.password),
      confirmPassword: confirmProblem(values.password, values.confirmPassword),
      agreement: !values.agreement && agreementMissing,
    }),
    send: (values) => write({ ...values, email: values.email.trim() }),
  });
  const { draft, setDraft, check, refuse } = form;
  const renewCaptcha = () => {
    setDraft((current) => ({ ...current, captchaCode: "" }));
    captcha.renew();
  };

  const sendCode = async () => {
    const isEmailRight = check(["email"]);
    const missing = captchaMissing(draft.captchaCode);
    if (missing !== undefined) {
      refuse(fieldError("captchaCode", t(missing)));
    }
    if (!isEmailRight || missing !== undefined) {
      return;
    }
    const email = draft.email.trim();
    try {
      await codes.send((request) =>
        captcha.answer(draft.captchaCode, (answer) => request({ email, purpose, ...answer })),
      );
      // The button that had focus is disabled for a minute, and the code is what comes next.
      form.ref.current?.querySelector<HTMLElement>(`[name="${CODE_NAME}"]`)?.focus();
    } catch (error) {
      const message = t`The code could not be sent. Try again.`;
      const isKnown = messageOf(error, "") !== "";
      refuse(isKnown ? error : new ApiError({ status: 0, code: "unknown", message }));
    }
    renewCaptcha();
  };

  return { ...form, captcha, renewCaptcha, codes, sendCode: () => void sendCode() };
}

export type MailedCodeForm = ReturnType<typeof useMailedCodeForm>;
