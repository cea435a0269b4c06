import { Trans, useLingui } from "@lingui/react/macro";
import type { TotpSecret } from "@tessera/contract/identity/factors.schemas";
import { ApiError, messageOf } from "../../../../lib/api/api-error.ts";
import { CodeInput } from "../../../../ui/form/code-input.tsx";
import { CopyButton } from "../../../../ui/form/copy-button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { fieldError, useForm } from "../../../../ui/form/use-form.ts";
import { QrCode } from "../../../../ui/layout/qr-code.tsx";
import { FormEnd } from "../form-end.tsx";
import styles from "./factors.module.css";
import { putTotpInForce } from "./factors.queries.ts";

const CODE_LENGTH = 6;

/** Splits the secret into groups of four characters, which are easier to read and type. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}

/** Shows the secret for an authenticator app and asks for the first code, which activates it. */
export function ConfirmTotp({
  secret,
  onDone,
}: {
  readonly secret: TotpSecret;
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
}) {
  const { t } = useLingui();
  const form = useForm({
    initial: { code: "" },
    hidesOnChange: true,
    problems: ({ code }) => ({
      code: code.length < CODE_LENGTH && t`Enter the 6-digit code that the app shows`,
    }),
    send: async ({ code }) => {
      try {
        onDone(await putTotpInForce(code));
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "second_factor_invalid")) {
          throw error;
        }
        form.setDraft({ code: "" });
        const message = t`This is not the current code. Check that the code is for Tessera.`;
        throw fieldError("code", message);
      }
    },
  });
  const { failure, sending } = form;
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <p className="text-ink-2">
        <Trans>Scan this with your authenticator app, or enter the key manually.</Trans>
      </p>
      <div className={styles.plate}>
        <QrCode text={secret.uri} label={t`QR code for your authenticator app`} />
      </div>
      <div className={styles.secret}>
        <code className={styles.code}>{grouped(secret.secret)}</code>
        <CopyButton text={() => secret.secret} label={t`Copy the key`} />
      </div>
      <Field
        className="mt-4"
        label={t`Code shown in the app`}
        error={form.errorAt("code")}
        hint={t`It changes every 30 seconds.`}
      >
        {(control) => (
          <CodeInput
            {...control}
            name="code"
            value={form.draft.code}
            onChange={(code) => form.change({ code })}
          />
        )}
      </Field>
      <FormEnd
        problem={failure && messageOf(failure, t`Unknown error`)}
        sending={sending ? t`Checking` : undefined}
      >
        <Trans>Turn on</Trans>
      </FormEnd>
    </form>
  );
}
