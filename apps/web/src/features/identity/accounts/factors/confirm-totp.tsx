import { Trans, useLingui } from "@lingui/react/macro";
import type { TotpSecret } from "@tessera/contract/identity/factors.schemas";
import { type FormEvent, useRef, useState } from "react";
import { ApiError, messageOf } from "../../../../lib/api/api-error.ts";
import { CodeInput } from "../../../../ui/form/code-input.tsx";
import { CopyButton } from "../../../../ui/form/copy-button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { useRefusedFocus } from "../../../../ui/form/use-refused-focus.ts";
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
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useRefusedFocus(form, round);
  const refuse = (why: string) => {
    setWrong(why);
    setRound(round + 1);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) {
      return;
    }
    if (code.length < CODE_LENGTH) {
      refuse(t`Enter the 6-digit code that the app shows`);
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      onDone(await putTotpInForce(code));
    } catch (error) {
      if (error instanceof ApiError && error.code === "second_factor_invalid") {
        setCode("");
        refuse(t`This is not the current code. Check that the code is for Tessera.`);
      } else {
        setFailure(messageOf(error, t`Unknown error`));
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
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
        error={wrong}
        hint={t`It changes every 30 seconds.`}
      >
        {(control) => (
          <CodeInput
            {...control}
            name="code"
            value={code}
            onChange={(next) => {
              setCode(next);
              setWrong(undefined);
            }}
          />
        )}
      </Field>
      <FormEnd problem={failure} sending={busy ? t`Checking` : undefined}>
        <Trans>Turn on</Trans>
      </FormEnd>
    </form>
  );
}
