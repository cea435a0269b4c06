import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { type Administrator, beginAsAdministrator } from "../administrator.ts";
import type { InvitationRow } from "../operators.tables.ts";
import { publishOperators } from "../publish-operators.ts";
import { lockInvitation, updateInvitation } from "./invitations.repository.ts";

/** An administrator's command on an invitation. */
export interface InvitationCommand {
  /** Undefined if the requested id is not a UUID. */
  readonly id: string | undefined;
  /** The revision that the caller read. */
  readonly revision: number;
  readonly by: Administrator;
}

interface InvitationChange {
  readonly action: "operator.invite_resend" | "operator.invite_withdraw";
  /** Returns whether an earlier call already ended the invitation in the same way. */
  readonly isRepeat: (invitation: InvitationRow) => boolean;
  /**
   * Returns the changes to an open invitation, other than to its revision, which is always
   * incremented.
   */
  readonly make: (tx: Tx, invitation: InvitationRow) => Promise<Partial<InvitationRow>>;
}

/**
 * Changes an open invitation, provided that it is still at the revision that the caller read.
 *
 * @throws Refusal `not_found`, `forbidden`, `invitation_ended`, `operator_changed`, and those from
 * `make`
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
