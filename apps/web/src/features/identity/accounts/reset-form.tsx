import { Trans, useLingui } from "@lingui/react/macro";
import { resetPassword } from "@tessera/contract/identity/accounts.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { FormEnd } from "./form-end.tsx";
import { MailedCodeFields } from "./mailed-code-fields.tsx";
import { useMailedCodeForm } from "./use-mailed-code-form.ts";

/**
 * Renders the form that sets a new password using an emailed code. Setting it ends every session.
 */
export function ResetForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui();
  const reset = useMailedCodeForm({
    purpose: "reset",
    write: async ({ email, code, password, confirmPassword }) => {
      await call(resetPassword, { body: { email, code, password, confirmPassword } });
      onDone();
    },
  });
  const { failure, sending } = reset;
  const problem = failure && messageOf(failure, t`Your password could not be reset. Try again.`);
  return (
    <form ref={reset.ref} noValidate onSubmit={reset.submit}>
      <MailedCodeFields of={reset} passwordLabel={t`New password`} />
      <FormEnd problem={problem} sending={sending ? t`Resetting` : undefined}>
        <Trans>Reset password</Trans>
      </FormEnd>
    </form>
  );
}
