import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Administrator, beginAsAdministrator } from "./administrator.ts";
import { lockInvitation, updateInvitation } from "./invitations.repository.ts";
import type { InvitationRow } from "./operators.tables.ts";
import { publishOperators } from "./publish-operators.ts";

/** What an administrator does with an invitation. */
export interface InvitationCommand {
  /** A uuid; undefined where the given id cannot be one. */
  readonly id: string | undefined;
  /** The revision that was looked at. */
  readonly revision: number;
  readonly by: Administrator;
}

interface InvitationChange {
  readonly action: "operator.invite_resend" | "operator.invite_withdraw";
  /** Whether an ended invitation was ended by the same call before. */
  readonly isRepeat: (invitation: InvitationRow) => boolean;
  /** What changes of an open invitation; the revision is raised beside it. */
  readonly make: (tx: Tx, invitation: InvitationRow) => Promise<Partial<InvitationRow>>;
}

/**
 * Changes an open invitation at the revision that was looked at.
 *
 * @throws Refusal `not_found`, `forbidden`, `invitation_ended`, `operator_changed`, and what `make`
 *   throws
 */
export async function changeInvitation(
  context: AppContext,
  { id, revision, by }: InvitationCommand,
  { action, isRepeat, make }: InvitationChange,
): Promise<InvitationRow> {
  const changed = await inTransaction(context.db, async (tx) => {
    await beginAsAdministrator(tx, by);
    const invitation = id === undefined ? undefined : await lockInvitation(tx, id);
    if (invitation === undefined) {
      throw new Refusal("not_found");
    }
    if (invitation.revision === revision + 1 && isRepeat(invitation)) {
      return invitation;
    }
    const { ended_by: endedBy, ended_at: at } = invitation;
    if (endedBy !== null && at !== null) {
      throw new Refusal("invitation_ended", { changed: { by: endedBy, at } });
    }
    if (invitation.revision !== revision) {
      throw new Refusal("operator_changed");
    }
    const change = { ...(await make(tx, invitation)), revision: revision + 1 };
    await updateInvitation(tx, invitation.id, change);
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action,
        actor: by.actor,
        customerId: null,
        object: invitation.id,
        outcome: "ok",
        requestId: by.requestId,
        data: { ...by.data, email: invitation.email, givenRole: invitation.role },
      },
    ]);
    return { ...invitation, ...change };
  });
  await publishOperators(context);
  return changed;
}
