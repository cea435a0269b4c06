import { KeepAccount } from "../../../features/identity/account-closing/keep-account.tsx";
import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";

/** Renders the page behind the link in an account closure email, whether signed in or not. */
export function KeepPage() {
  return (
    <AccountFrame band="short" back>
      <div className="pt-8">
        <KeepAccount />
      </div>
    </AccountFrame>
  );
}
