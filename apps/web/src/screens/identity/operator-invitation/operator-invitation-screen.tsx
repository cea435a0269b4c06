import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";
import { Invitation } from "../../../features/identity/accounts/invitation/invitation.tsx";

/** Where a mailed invitation leads: somebody becomes an operator. */
export function OperatorInvitationScreen() {
  return (
    <AccountFrame band="short" back>
      <div className="pt-5">
        <Invitation />
      </div>
    </AccountFrame>
  );
}
