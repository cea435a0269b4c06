import {
  INVITATION_LIFETIME_HOURS,
  type InviteBody,
} from "@tessera/contract/identity/operators.schemas";
import { enqueueMail } from "../../../adapters/mail/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId } from "../../../platform/ids.ts";
import { findPersonByName } from "../../people/index.ts";
import { newToken } from "../../sessions/index.ts";
import { type Administrator, beginAsAdministrator } from "../administrator.ts";
import { notifyAdministrators } from "../notify-of-change.ts";
import { invitationMail } from "../operator-mails.ts";
import { isApprovingRole } from "../operator-standing.policy.ts";
import type { InvitationRow } from "../operators.tables.ts";
import { publishOperators } from "../publish-operators.ts";
import {
  findWaitingInvitation,
  insertInvitation,
  updateInvitation,
} from "./invitations.repository.ts";

const HOUR_MS = 3_600_000;
const HOUR_SECONDS = 3_600;

interface Invited {
  readonly input: InviteBody;
  readonly by: Administrator;
  /** The administrator who proposed the invitation, if a second administrator approved it. */
  readonly proposer?: { readonly userId: string; readonly username: string };
}

/**
 * Invites a person to become an operator. Emails a single-use link that is valid for 24 hours. If
 * the same administrator repeats the call while the invitation is open, the call returns the same
 * invitation and sends no email. The command line may also invite to an approving role, because
 * access to the database is the second control.
 *
 * @throws Refusal `forbidden`; `second_administrator_needed` for an approving role;
 * `operator_email_taken`; `invitation_open`, with the inviter and the time
 */
export async function inviteOperator(
  context: AppContext,
  invited: Invited,
): Promise<InvitationRow> {
  if (isApprovingRole(invited.input.role) && invited.by.userId !== null) {
    throw new Refusal("second_administrator_needed");
  }
  const row = await inTransaction(context.db, async (tx) => {
    await beginAsAdministrator(tx, invited.by);
    return inviteWithin(context, tx, invited);
  });
  await publishOperators(context);
  return row;
}

/** Invites a person inside a transaction that holds the operator lock. */
export async function inviteWithin(
  context: AppContext,
  tx: Tx,
  { input, by, proposer }: Invited,
): Promise<InvitationRow> {
  const { email, role, locale } = input;
  const now = context.clock.now();
  const open = await requireUntaken(tx, email);
  if (open !== undefined && open.expires_at > now) {
    if (open.inviter_id === by.userId && open.role === role) {
      return open;
    }
    throw invitationOpen(open);
  }
  if (open !== undefined) {
    const ended = { ended_at: now, ended_by: by.actor, revision: open.revision + 1 };
    await updateInvitation(tx, open.id, { ...ended, status: "withdrawn" });
  }
  const { token, hash } = newToken("vi", context.directory.cell);
  const row: InvitationRow = {
    ...{ id: newId(now), email, role, locale, token_hash: hash, status: "waiting", revision: 1 },
    inviter_id: proposer?.userId ?? by.userId,
    invited_by: proposer?.username ?? by.actor,
    approved_by: proposer === undefined && !isApprovingRole(role) ? null : by.actor,
    ...{ invited_at: now, sent_at: now, expires_at: expiryOf(now) },
    ...{ ended_at: null, ended_by: null, person_id: null },
  };
  await insertInvitation(tx, row);
  await mailInvitation(context, tx, row, token);
  const notice = { what: "invited", by: row.invited_by, about: email, role } as const;
  await notifyAdministrators(context, tx, notice, by);
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: "operator.invite",
      actor: by.actor,
      customerId: null,
      object: row.id,
      outcome: "ok",
      requestId: by.requestId,
      data: {
        ...by.data,
        email,
        givenRole: role,
        ...(proposer !== undefined && { proposedBy: proposer.username }),
      },
    },
  ]);
  return row;
}

/**
 * Checks that an address has no account.
 *
 * @returns the invitation to this address, even if expired, unless it was accepted or withdrawn
 * @throws Refusal `operator_email_taken`
 */
async function requireUntaken(tx: Tx, email: string): Promise<InvitationRow | undefined> {
  if ((await findPersonByName(tx, email)) !== undefined) {
    throw new Refusal("operator_email_taken");
  }
  return findWaitingInvitation(tx, email);
}

/**
 * Checks that an address has neither an account nor an open invitation.
 *
 * @throws Refusal `operator_email_taken`, `invitation_open`
 */
export async function requireInvitable(tx: Tx, email: string, now: Date): Promise<void> {
  const open = await requireUntaken(tx, email);
  if (open !== undefined && open.expires_at > now) {
    throw invitationOpen(open);
  }
}

function invitationOpen({ invited_by: by, invited_at: at }: InvitationRow): Refusal {
  return new Refusal("invitation_open", { changed: { by, at } });
}

/** Returns when a link that is emailed now will expire. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + INVITATION_LIFETIME_HOURS * HOUR_MS);
}

/**
 * Emails an invitation's link. The token is in the fragment, which browsers do not send to servers.
 */
export async function mailInvitation(
  context: AppContext,
  tx: Tx,
  { email: to, locale, role, inviter_id: inviterId, invited_by }: InvitationRow,
  token: string,
): Promise<void> {
  const url = `${context.config.publicUrl}/operator-invitation#${token}`;
  const hours = INVITATION_LIFETIME_HOURS;
  const by = inviterId === null ? undefined : invited_by;
  const content = invitationMail(url, { role, by, hours })[locale];
  await enqueueMail(context, tx, { to, locale, content }, hours * HOUR_SECONDS);
}
