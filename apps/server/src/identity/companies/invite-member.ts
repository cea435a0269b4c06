import {
  type InviteMemberBody,
  MAX_MEMBERS,
  MEMBER_INVITATION_HOURS,
  type MemberInvitation,
} from "@tessera/contract/identity/companies.schemas";
import { ROLES_GIVEN_BY } from "@tessera/contract/identity/member-permissions";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { requireNoSecurityHold } from "../security-hold/index.ts";
import { newToken } from "../sessions/index.ts";
import { beginAsMember, type MemberAct, requireFreshProof, tellMembers } from "./acting-member.ts";
import { presentInvitation } from "./companies.presenter.ts";
import { findCompanyName } from "./companies.repository.ts";
import type { InvitationRow } from "./companies.tables.ts";
import { mailInvitation } from "./company-mails.ts";
import {
  findInvitationByKey,
  findInvitationTo,
  type InvitationView,
  insertInvitation,
  selectOpenInvitations,
  takeInvitation,
} from "./invitations.repository.ts";
import { isMemberAddress, type MemberView, selectMembers } from "./members.repository.ts";

const HOUR_MS = 3_600_000;

interface InviteInput extends MemberAct {
  readonly body: InviteMemberBody;
  readonly idempotencyKey: string;
}

/**
 * Invites the holder of an address to a company: emails a link that works once, for 72 hours, with
 * the account of that address. A new invitation replaces the open one. A retry with the same key
 * returns the same invitation and sends no second email.
 *
 * @throws Refusal `role_lacks_permission`, `member_above_you`, `member_already`,
 * `too_many_members`, `proof_invalid`, `idempotency_mismatch`, `withdrawals_on_hold`
 */
export async function inviteMember(
  context: AppContext,
  input: InviteInput,
): Promise<MemberInvitation> {
  const { session, body, idempotencyKey } = input;
  const { customerId } = session;
  const view = await inTransaction(context.db, async (tx) => {
    const acting = await beginAsMember(tx, session, "administer");
    const former = await findInvitationByKey(tx, customerId, idempotencyKey);
    if (former !== undefined) {
      if (former.email !== body.email || former.role !== body.role) {
        throw new Refusal("idempotency_mismatch");
      }
      return former;
    }
    if (!ROLES_GIVEN_BY[acting.role].includes(body.role)) {
      throw new Refusal("member_above_you");
    }
    await requireNoSecurityHold(tx, customerId);
    await requireRoom(context, tx, { acting, email: body.email });
    await requireFreshProof(tx, session);
    return invite(context, tx, acting, input);
  });
  await tellMembers(context, { customerId, ownCustomerIds: [] });
  return presentInvitation(view);
}

/**
 * Checks that an address can be invited, and withdraws its open invitation.
 *
 * @throws Refusal `member_already`, `member_above_you`, `too_many_members`
 */
async function requireRoom(
  { clock }: AppContext,
  tx: Tx,
  { acting, email }: { readonly acting: MemberView; readonly email: string },
): Promise<void> {
  const { customerId } = acting;
  if (await isMemberAddress(tx, customerId, email)) {
    throw new Refusal("member_already");
  }
  const now = clock.now();
  const open = await findInvitationTo(tx, customerId, email);
  if (open !== undefined) {
    const mayReplace = ROLES_GIVEN_BY[acting.role].includes(open.role);
    if (open.expires_at > now && !mayReplace) {
      throw new Refusal("member_above_you");
    }
    await takeInvitation(tx, customerId, open.id);
  }
  const [members, invitations] = [
    await selectMembers(tx, customerId),
    await selectOpenInvitations(tx, customerId, now),
  ];
  if (members.length + invitations.length >= MAX_MEMBERS) {
    throw new Refusal("too_many_members");
  }
}

async function invite(
  context: AppContext,
  tx: Tx,
  acting: MemberView,
  { body, idempotencyKey, requestId }: InviteInput,
): Promise<InvitationView> {
  const { customerId } = acting;
  const now = context.clock.now();
  const { token, hash } = newToken("vi", context.directory.cell);
  const row: InvitationRow = {
    ...{ id: newId(now), customer_id: customerId, email: body.email, role: body.role },
    ...{ locale: body.locale, token_hash: hash, client_key: idempotencyKey },
    ...{ invited_by: acting.personId, invited_at: now },
    expires_at: new Date(now.getTime() + MEMBER_INVITATION_HOURS * HOUR_MS),
  };
  await insertInvitation(tx, row);
  const company = await findCompanyName(tx, customerId);
  const view = { ...row, company, inviter: acting.username };
  await mailInvitation(context, tx, view, token);
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: "member.invite",
      actor: acting.personId,
      customerId,
      object: row.id,
      outcome: "ok",
      requestId,
      data: { email: row.email, givenRole: row.role },
    },
  ]);
  return view;
}

/**
 * Withdraws an invitation, whose link stops working.
 *
 * @throws Refusal `not_found`, also for an invitation of another company or one that was used;
 * `role_lacks_permission`, `member_above_you`
 */
export async function withdrawInvitation(
  context: AppContext,
  { session, requestId, id }: MemberAct & { readonly id: string | undefined },
): Promise<void> {
  const { customerId } = session;
  await inTransaction(context.db, async (tx) => {
    const acting = await beginAsMember(tx, session, "administer");
    const taken = id === undefined ? undefined : await takeInvitation(tx, customerId, id);
    if (taken === undefined) {
      throw new Refusal("not_found");
    }
    if (!ROLES_GIVEN_BY[acting.role].includes(taken.role)) {
      throw new Refusal("member_above_you");
    }
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "member.invite_withdraw",
        actor: acting.personId,
        customerId,
        object: taken.id,
        outcome: "ok",
        requestId,
        data: { email: taken.email, givenRole: taken.role },
      },
    ]);
  });
  await tellMembers(context, { customerId, ownCustomerIds: [] });
}
