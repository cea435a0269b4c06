import { KeepAccount } from "../../../features/identity/account-closing/keep-account.tsx";
import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";

/** Where the link of a mail about a closing leads, signed in or not. */
export function KeepPage() {
  return (
    <AccountFrame band="short" back>
      <div className="pt-8">
        <KeepAccount />
      </div>
    </AccountFrame>
  );
}
