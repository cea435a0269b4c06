import { Trans, useLingui } from "@lingui/react/macro";
import { resetPassword } from "@tessera/contract/identity/accounts.endpoints";
import type { FormEvent } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { FormEnd } from "./form-end.tsx";
import { MailedCodeFields } from "./mailed-code-fields.tsx";
import { useMailedCodeForm } from "./use-mailed-code-form.ts";

/**
 * Renders the form that sets a new password using an emailed code. Setting it ends every session.
 */
export function ResetForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui();
  const reset = useMailedCodeForm("reset");
  const { email, values, problems, busy } = reset;
  const submit = (event: FormEvent) =>
    reset.submit(event, {
      found: { code: reset.codeProblem() },
      write: async () => {
        const { code, password, confirmPassword } = values;
        await call(resetPassword, { body: { email, code, password, confirmPassword } });
        onDone();
      },
      failed: t`Your password could not be reset. Try again.`,
    });
  return (
    <form ref={reset.form} noValidate onSubmit={submit}>
      <MailedCodeFields of={reset} passwordLabel={t`New password`} />
      <FormEnd problem={problems.form} sending={busy ? t`Resetting` : undefined}>
        <Trans>Reset password</Trans>
      </FormEnd>
    </form>
  );
}
