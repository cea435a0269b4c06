import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { CaptchaField } from "./captcha-field.tsx";
import { CodeField } from "./code-field.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import type { MailedCodeForm } from "./use-mailed-code-form.ts";

interface MailedCodeFieldsProps {
  readonly of: MailedCodeForm;
  readonly passwordLabel: string;
  /** True if the email address is verified without a code. */
  readonly withoutCode?: boolean;
  /** Content between the code and the password. */
  readonly children?: ReactNode;
}

/**
 * Renders the fields of {@link MailedCodeForm}: email, captcha, code, and the new password twice.
 */
export function MailedCodeFields(props: MailedCodeFieldsProps) {
  const { t } = useLingui();
  const { of, passwordLabel, withoutCode, children } = props;
  const { draft, change, text, errorAt, codes } = of;
  const sendsCode = withoutCode !== true && !codes.sending && codes.secondsLeft === 0;
  return (
    <div className="mt-5 flex flex-col gap-4">
      <Field label={t`Email`} error={errorAt("email")}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="email"
            maxLength={254}
            {...text("email")}
          />
        )}
      </Field>
      <CaptchaField
        captcha={of.captcha}
        onReload={of.renewCaptcha}
        value={draft.captchaCode}
        onChange={(captchaCode) => change({ captchaCode })}
        onEnter={sendsCode ? of.sendCode : undefined}
        error={errorAt("captchaCode")}
      />
      {withoutCode !== true && (
        <CodeField
          value={draft.code}
          onChange={(code) => change({ code })}
          error={errorAt("code")}
          sent={codes.sent}
          sending={codes.sending}
          secondsLeft={codes.secondsLeft}
          onSend={of.sendCode}
        />
      )}
      {children}
      <NewPasswordFields label={passwordLabel} text={text} errorAt={errorAt} change={change} />
    </div>
  );
}
