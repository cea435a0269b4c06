import { useParams } from "@tanstack/react-router";
import { AccountFrame } from "../../../features/identity/accounts/account-frame.tsx";
import { loadTexts } from "../../../i18n/catalog.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";

const OperatorInvitation = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../../features/identity/accounts/invitation/invitation.tsx"),
    loadTexts("invitation"),
  ]);
  return part.Invitation;
}, null);

const CompanyInvitation = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../../features/identity/companies/company-invitation.tsx"),
    loadTexts("companies"),
  ]);
  return part.CompanyInvitation;
}, null);

/**
 * Renders the page that an emailed invitation opens: `/company-invitation`, where a person becomes
 * a member of a company, or `/operator-invitation`, where they become an operator.
 */
export function InvitationScreen() {
  const { to } = useParams({ strict: false });
  return (
    <AccountFrame band="short" back>
      <div className="pt-5">
        {to === "company" ? <CompanyInvitation /> : <OperatorInvitation />}
      </div>
    </AccountFrame>
  );
}
