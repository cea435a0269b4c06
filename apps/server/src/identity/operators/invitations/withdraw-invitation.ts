import type { AppContext } from "../../../platform/context.ts";
import type { InvitationRow } from "../operators.tables.ts";
import { changeInvitation, type InvitationCommand } from "./change-invitation.ts";

/**
 * Withdraws an invitation and invalidates its link. A retry returns the original result.
 *
 * @throws Refusal `not_found`, `forbidden`, `invitation_ended`, `operator_changed`
 */
export function withdrawInvitation(
  context: AppContext,
  command: InvitationCommand,
): Promise<InvitationRow> {
  const { by } = command;
  return changeInvitation(context, command, {
    action: "operator.invite_withdraw",
    isRepeat: ({ status, ended_by: endedBy }) => status === "withdrawn" && endedBy === by.actor,
    make: async () => ({
      status: "withdrawn",
      ended_at: context.clock.now(),
      ended_by: by.actor,
    }),
  });
}
