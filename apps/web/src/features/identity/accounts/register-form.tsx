import { Trans, useLingui } from "@lingui/react/macro";
import { register } from "@tessera/contract/identity/accounts.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
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
  const account = useMailedCodeForm({
    purpose: "register",
    agreementMissing: t`Please confirm the agreements before continuing.`,
    write: async ({ email, captchaCode, code, password, confirmPassword, byLink }) => {
      const wanted = { email, password, confirmPassword, agreement: true } as const;
      const ask = (proof: { code: string } | CaptchaAnswer) =>
        call(register, { body: { ...wanted, ...proof } });
      try {
        const answer = byLink ? account.captcha.answer(captchaCode, ask) : ask({ code });
        onDone({ email, status: (await answer).status });
      } catch (error) {
        if (byLink) {
          account.renewCaptcha();
        }
        throw error;
      }
    },
  });
  const { draft, change, errorAt, failure, sending } = account;
  const { byLink } = draft;
  const problem = failure && messageOf(failure, t`Your account could not be created. Try again.`);

  return (
    <form ref={account.ref} noValidate onSubmit={account.submit}>
      <MailedCodeFields of={account} passwordLabel={t`Password`} withoutCode={byLink}>
        <button
          type="button"
          className={`${textLinkClass} -my-3.5 self-start text-small`}
          onClick={() => change({ byLink: !byLink }, "captchaCode", "code")}
        >
          {byLink ? <Trans>Use a code instead</Trans> : <Trans>Get a link by email instead</Trans>}
        </button>
      </MailedCodeFields>
      <div className="mt-4">
        <AgreementField
          checked={draft.agreement}
          error={errorAt("agreement")}
          onChange={(agreement) => change({ agreement })}
        />
      </div>
      <FormEnd tight problem={problem} sending={sending ? t`Creating account` : undefined}>
        <Trans>Create account</Trans>
      </FormEnd>
    </form>
  );
}
