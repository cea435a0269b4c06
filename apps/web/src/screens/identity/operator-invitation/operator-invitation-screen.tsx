import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";
import { Invitation } from "../../../features/identity/accounts/invitation/invitation.tsx";

/** Renders the page that an emailed invitation opens, where a person becomes an operator. */
export function OperatorInvitationScreen() {
  return (
    <AccountFrame band="short" back>
      <div className="pt-5">
        <Invitation />
      </div>
    </AccountFrame>
  );
}
