import { useLingui } from "@lingui/react/macro";
import type { ListedPasskey } from "@tessera/contract/identity/factors.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { namePasskey } from "./factors.queries.ts";
import { PasskeyNameForm } from "./passkey-name-form.tsx";

/** Lets the user rename a passkey. */
export function RenamePasskey({
  passkey,
  onDone,
}: {
  readonly passkey: ListedPasskey;
  readonly onDone: () => void;
}) {
  const { t } = useLingui();
  return (
    <PasskeyNameForm
      initial={passkey.name}
      sending={t`Saving`}
      confirm={t`Save`}
      explain={(error) => messageOf(error, t`Unknown error`)}
      onNamed={async (name) => {
        await namePasskey(passkey.id, name);
        onDone();
      }}
    />
  );
}
