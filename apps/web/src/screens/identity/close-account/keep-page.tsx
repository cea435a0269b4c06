import { KeepAccount } from "../../../features/identity/account-closing/keep-account.tsx";
import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";

/**
 * Renders the page that the link in an account closure email opens, whether the user is signed in
 * or not.
 */
export function KeepPage() {
  return (
    <AccountFrame band="short" back>
      <div className="pt-8">
        <KeepAccount />
      </div>
    </AccountFrame>
  );
}
