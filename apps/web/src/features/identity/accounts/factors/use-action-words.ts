import { useLingui } from "@lingui/react/macro";
import type { ListedPasskey } from "@tessera/contract/identity/factors.schemas";

/** An action on a factor that requires a step-up. */
export type FactorAction =
  | { readonly kind: "totp" | "remove-totp" | "passkey" | "codes" }
  | { readonly kind: "remove-passkey"; readonly passkey: ListedPasskey };

interface ActionWords {
  readonly title: string;
  readonly text: string;
  /** Label of the button. */
  readonly confirm: string;
}

/** Returns the texts to show before a factor is changed. */
export function useActionWords(action: FactorAction): ActionWords {
  const { t } = useLingui();
  switch (action.kind) {
    case "totp":
      return {
        title: t`Authenticator app`,
        text: t`Confirm that it’s you. Connecting the app signs out your other devices.`,
        confirm: t`Continue`,
      };
    case "passkey":
      return {
        title: t`New passkey`,
        text: t`Confirm that it’s you. Creating the passkey signs out your other devices.`,
        confirm: t`Continue`,
      };
    case "remove-totp":
      return {
        title: t`Remove the authenticator app?`,
        text: t`Its codes will stop working, and all other devices will be signed out.`,
        confirm: t`Remove`,
      };
    case "codes":
      return {
        title: t`New recovery codes`,
        text: t`Your current codes stop working, and all other devices are signed out.`,
        confirm: t`Generate new codes`,
      };
    case "remove-passkey": {
      const { name } = action.passkey;
      return {
        title: t`Remove this passkey?`,
        text: t`“${name}” will stop working, and all other devices will be signed out.`,
        confirm: t`Remove`,
      };
    }
  }
}
