import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";
import { NotMe } from "../../../features/money-movement/payouts/not-me.tsx";

/** Renders the page that a “not me” link opens, whether the user is signed in or not. */
export function NotMeScreen() {
  return (
    <AccountFrame band="short" back>
      <div className="pt-8">
        <NotMe />
      </div>
    </AccountFrame>
  );
}
