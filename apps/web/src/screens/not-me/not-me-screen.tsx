import { AccountFrame } from "../../features/accounts/account-frame.tsx";
import { NotMe } from "../../features/withdrawals/not-me.tsx";

/** Where the “not me” link of a mail leads, signed in or not. */
export function NotMeScreen() {
  return (
    <AccountFrame band="short" back>
      <div className="pt-8">
        <NotMe />
      </div>
    </AccountFrame>
  );
}
