import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { lockCustomer } from "../security-hold/index.ts";
import { endSessionsOfMember } from "../sessions/index.ts";
import { type MemberAct, tellMembers } from "./acting-member.ts";
import { findCompanyName } from "./companies.repository.ts";
import { noticeToContacts } from "./company-mails.ts";
import { withdrawInvitationsBy } from "./invitations.repository.ts";
import {
  deleteMembership,
  findMemberByPerson,
  type MemberView,
  selectMembershipsOf,
} from "./members.repository.ts";

/**
 * Ends a membership, and with it the member's sessions and open invitations in the company. Call
 * the returned function after the commit.
 */
export async function endMembership(
  context: AppContext,
  tx: Tx,
  member: Pick<MemberView, "id" | "customerId" | "personId">,
): Promise<() => void> {
  const { id: membershipId, personId } = member;
  const forget = await endSessionsOfMember(context, tx, { membershipId, personId });
  await withdrawInvitationsBy(tx, member, []);
  await deleteMembership(tx, membershipId);
  return forget;
}

/**
 * Ends a person's own membership.
 *
 * @throws Refusal `not_found` if the person is not a member; `owner_stays`
 */
export async function leaveCompany(
  context: AppContext,
  { session, requestId, customerId }: MemberAct & { readonly customerId: string | undefined },
): Promise<void> {
  if (customerId === undefined) {
    throw new Refusal("not_found");
  }
  const forget = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const member = await findMemberByPerson(tx, customerId, session.userId);
    if (member === undefined) {
      throw new Refusal("not_found");
    }
    if (member.role === "owner") {
      throw new Refusal("owner_stays");
    }
    const ended = await endMembership(context, tx, member);
    await recordLeaving(context, tx, member, { actor: session.userId, requestId });
    const company = await findCompanyName(tx, customerId);
    const notice = { what: "left", company, about: member.username, role: member.role } as const;
    await noticeToContacts(context, tx, customerId, notice);
    return ended;
  });
  forget();
  await tellMembers(context, { customerId, ownCustomerIds: [session.customerId] });
}

/**
 * Ends all memberships of a person whose own account is closed. Their sessions end separately.
 * Nobody owns a company then: see `requireNoOwnedCompany`.
 */
export async function leaveAllCompanies(
  context: AppContext,
  tx: Tx,
  personId: string,
  by: { readonly actor: string; readonly requestId: string | null },
): Promise<void> {
  for (const { id, customer_id: customerId, role } of await selectMembershipsOf(tx, personId)) {
    await endMembership(context, tx, { id, customerId, personId });
    await recordLeaving(context, tx, { id, customerId, role }, by);
  }
}

async function recordLeaving(
  { ledger }: AppContext,
  tx: Tx,
  { id, customerId, role }: Pick<MemberView, "id" | "customerId" | "role">,
  { actor, requestId }: { readonly actor: string; readonly requestId: string | null },
): Promise<void> {
  await ledger.appendAudit({ kysely: tx }, [
    {
      action: "member.leave",
      actor,
      customerId,
      object: id,
      outcome: "ok",
      requestId,
      data: { givenRole: role },
    },
  ]);
}
