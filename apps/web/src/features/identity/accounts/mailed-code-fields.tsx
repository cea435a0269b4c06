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
  const { values, set, problems, codes } = of;
  return (
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
        captcha={of.captcha}
        onReload={of.renewCaptcha}
        value={values.captchaCode}
        onChange={(value) => set("captchaCode", value)}
        error={problems.captchaCode}
      />
      {withoutCode !== true && (
        <CodeField
          value={values.code}
          onChange={(value) => set("code", value)}
          error={problems.code}
          sent={codes.sent}
          sending={codes.sending}
          secondsLeft={codes.secondsLeft}
          onSend={of.sendCode}
        />
      )}
      {children}
      <NewPasswordFields
        label={passwordLabel}
        password={values.password}
        confirmPassword={values.confirmPassword}
        problems={problems}
        onChange={set}
      />
    </div>
  );
}
