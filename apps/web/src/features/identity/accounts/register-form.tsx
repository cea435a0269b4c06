import { Trans, useLingui } from "@lingui/react/macro";
import { register } from "@tessera/contract/identity/accounts.endpoints";
import { type FormEvent, useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { AgreementField } from "./agreement-field.tsx";
import { FormEnd } from "./form-end.tsx";
import { MailedCodeFields } from "./mailed-code-fields.tsx";
import type { CaptchaAnswer } from "./use-captcha-answer.ts";
import { useMailedCodeForm } from "./use-mailed-code-form.ts";

export interface Registered {
  readonly email: string;
  /** `active`: can sign in now. `verification-sent`: must follow the emailed link first. */
  readonly status: "active" | "verification-sent";
}

/**
 * Renders the form that opens an account, verified by an emailed code or, if no code arrives, by an
 * emailed link.
 */
export function RegisterForm({ onDone }: { readonly onDone: (registered: Registered) => void }) {
  const { t } = useLingui();
  const account = useMailedCodeForm("register", ["agreement"]);
  const { email, values, problems, captcha, busy } = account;
  const [agreed, setAgreed] = useState(false);
  const [byLink, setByLink] = useState(false);

  const write = async () => {
    const { captchaCode, code, password, confirmPassword } = values;
    const wanted = { email, password, confirmPassword, agreement: true } as const;
    const ask = (proof: { code: string } | CaptchaAnswer) =>
      call(register, { body: { ...wanted, ...proof } });
    try {
      const { status } = await (byLink ? captcha.answer(captchaCode, ask) : ask({ code }));
      onDone({ email, status });
    } catch (error) {
      if (byLink) {
        account.renewCaptcha();
      }
      throw error;
    }
  };
  const submit = (event: FormEvent) =>
    account.submit(event, {
      found: {
        captchaCode: byLink ? account.captchaProblem() : undefined,
        code: byLink ? undefined : account.codeProblem(),
        agreement: agreed ? undefined : t`Please confirm the agreements before continuing.`,
      },
      write,
      failed: t`Your account could not be created. Try again.`,
    });

  return (
    <form ref={account.form} noValidate onSubmit={submit}>
      <MailedCodeFields of={account} passwordLabel={t`Password`} withoutCode={byLink}>
        <button
          type="button"
          className={`${textLinkClass} -my-3.5 self-start text-small`}
          onClick={() => setByLink(!byLink)}
        >
          {byLink ? <Trans>Use a code instead</Trans> : <Trans>Get a link by email instead</Trans>}
        </button>
      </MailedCodeFields>
      <div className="mt-4">
        <AgreementField
          checked={agreed}
          error={problems.agreement}
          onChange={(checked) => {
            account.forget("agreement");
            setAgreed(checked);
          }}
        />
      </div>
      <FormEnd tight problem={problems.form} sending={busy ? t`Creating account` : undefined}>
        <Trans>Create account</Trans>
      </FormEnd>
    </form>
  );
}
