import { Trans, useLingui } from "@lingui/react/macro";
import type { PasskeyCreation } from "@tessera/contract/identity/factors.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { PasskeyDismissed } from "../../../../lib/session/passkey.ts";
import { keepPasskey } from "./factors.queries.ts";
import { PasskeyNameForm } from "./passkey-name-form.tsx";

/** Asks for the name of a passkey and creates it in the browser. */
export function NewPasskey({
  creation,
  onDone,
}: {
  readonly creation: PasskeyCreation;
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
}) {
  const { t } = useLingui();
  return (
    <PasskeyNameForm
      initial=""
      text={
        <Trans>
          Your device stores the passkey and asks for your face, fingerprint or screen lock to use
          it.
        </Trans>
      }
      sending={t`Waiting for your device`}
      confirm={t`Create passkey`}
      explain={(error) =>
        error instanceof PasskeyDismissed
          ? t`No passkey was created. Try again. A device can store only one passkey per account.`
          : messageOf(error, t`Unknown error`)
      }
      onNamed={async (name) => onDone(await keepPasskey(creation, name))}
    />
  );
}
