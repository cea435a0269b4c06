import { useLingui } from "@lingui/react/macro";
import type { ListedPasskey } from "@tessera/contract/identity/factors.schemas";

/** What is done to a factor under a proof. */
export type FactorAction =
  | { readonly kind: "totp" | "remove-totp" | "passkey" | "codes" }
  | { readonly kind: "remove-passkey"; readonly passkey: ListedPasskey };

interface ActionWords {
  readonly title: string;
  readonly text: string;
  /** The verb on the button. */
  readonly confirm: string;
}

/** What is said before a factor is changed. */
export function useActionWords(action: FactorAction): ActionWords {
  const { t } = useLingui();
  switch (action.kind) {
    case "totp":
      return {
        title: t`Authenticator app`,
        text: t`Confirm that it’s you. Other devices are signed out when the app is connected.`,
        confirm: t`Continue`,
      };
    case "passkey":
      return {
        title: t`New passkey`,
        text: t`Confirm that it’s you. Other devices are signed out when the passkey is made.`,
        confirm: t`Continue`,
      };
    case "remove-totp":
      return {
        title: t`Remove the authenticator app?`,
        text: t`Its codes are good no more, and every other device is signed out.`,
        confirm: t`Remove`,
      };
    case "codes":
      return {
        title: t`New recovery codes`,
        text: t`Those you have are good no more, and every other device is signed out.`,
        confirm: t`Make new codes`,
      };
    case "remove-passkey": {
      const { name } = action.passkey;
      return {
        title: t`Remove this passkey?`,
        text: t`“${name}” is good no more, and every other device is signed out.`,
        confirm: t`Remove`,
      };
    }
  }
}
