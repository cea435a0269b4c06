import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newToken } from "../../sessions/index.ts";
import type { InvitationRow } from "../operators.tables.ts";
import { changeInvitation, type InvitationCommand } from "./change-invitation.ts";
import { expiryOf, mailInvitation } from "./invite-operator.ts";

/** Matches what replaces the email of a person who was erased, or invited long ago. */
const ERASED_EMAIL = /@(?:erased|removed)\.invalid$/;

/**
 * Emails a new link and invalidates the earlier one. An invitation approved by a second
 * administrator keeps its expiry time, since it was approved for only 24 hours. After that, it has
 * to be proposed again.
 *
 * @throws Refusal `not_found`, `forbidden`, `invitation_ended`, `operator_changed`
 */
export function resendInvitation(
  context: AppContext,
  command: InvitationCommand,
): Promise<InvitationRow> {
  return changeInvitation(context, command, {
    action: "operator.invite_resend",
    // A second email does no harm, since the first one may have been lost.
    isRepeat: () => false,
    async make(tx, invitation) {
      const now = context.clock.now();
      const isApproved = invitation.approved_by !== null;
      const isExpired = invitation.expires_at <= now;
      if (isExpired && (isApproved || ERASED_EMAIL.test(invitation.email))) {
        throw new Refusal("invitation_ended");
      }
      const { token, hash } = newToken("vi", context.directory.cell);
      await mailInvitation(context, tx, invitation, token);
      return {
        token_hash: hash,
        sent_at: now,
        expires_at: isApproved ? invitation.expires_at : expiryOf(now),
      };
    },
  });
}
