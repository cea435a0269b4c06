import type { Member } from "@tessera/contract/identity/companies.schemas";
import { type MemberRole, ROLES_GIVEN_BY } from "@tessera/contract/identity/member-permissions";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { requireNoSecurityHold } from "../security-hold/index.ts";
import { memberChanged } from "../sessions/index.ts";
import {
  beginAsMember,
  type MemberAct,
  memberOf,
  requireFreshProof,
  tellMembers,
} from "./acting-member.ts";
import { needsSecondFactor, presentMember } from "./companies.presenter.ts";
import { findCompanyName } from "./companies.repository.ts";
import { noticeTo } from "./company-mails.ts";
import { withdrawInvitationsBy } from "./invitations.repository.ts";
import { endMembership } from "./leave-company.ts";
import { findMember, type MemberView, setRole } from "./members.repository.ts";

interface MemberChange extends MemberAct {
  /** UUID of the membership; undefined if the requested id is not one. */
  readonly id: string | undefined;
  /** The revision that the caller read. */
  readonly revision: number;
}

/**
 * Returns the member that a call is about.
 *
 * @throws Refusal `not_found`, also for a member of another company; `member_is_self`;
 * `member_above_you`
 */
async function requireChangeable(
  tx: Tx,
  acting: MemberView,
  { session, id }: MemberChange,
): Promise<MemberView> {
  const target = id === undefined ? undefined : await findMember(tx, session.customerId, id);
  if (target === undefined) {
    throw new Refusal("not_found");
  }
  if (target.id === acting.id) {
    throw new Refusal("member_is_self");
  }
  if (!ROLES_GIVEN_BY[acting.role].includes(target.role)) {
    throw new Refusal("member_above_you");
  }
  return target;
}

/**
 * Changes a member's role, which takes effect with the commit: the member's sessions in the company
 * have the new role, and the step-up tokens issued in them no longer work. A retry returns the same
 * result.
 *
 * @throws Refusal `not_found`, `member_is_self`, `member_above_you`, `member_changed`,
 * `member_lacks_second_factor`, `role_lacks_permission`, `proof_invalid`, `withdrawals_on_hold`
 */
export async function changeMemberRole(
  context: AppContext,
  change: MemberChange & { readonly role: MemberRole },
): Promise<Member> {
  const { session, revision, role } = change;
  const { customerId } = session;
  const { target, forget } = await inTransaction(context.db, async (tx) => {
    const acting = await beginAsMember(tx, session, "administer");
    const before = await requireChangeable(tx, acting, change);
    if (!ROLES_GIVEN_BY[acting.role].includes(role)) {
      throw new Refusal("member_above_you");
    }
    if (before.revision === revision + 1 && before.role === role) {
      return { target: before, forget: () => undefined };
    }
    if (before.revision !== revision) {
      throw new Refusal("member_changed");
    }
    if (needsSecondFactor(role) && !before.hasSecondFactor) {
      throw new Refusal("member_lacks_second_factor");
    }
    await requireNoSecurityHold(tx, customerId);
    await requireFreshProof(tx, session);
    return { target: before, forget: await giveRole(context, tx, { ...change, before }) };
  });
  forget();
  await tellMembers(context, { customerId, ownCustomerIds: [target.ownCustomerId] });
  const after = await findMember(context.db.kysely, customerId, target.id);
  if (after === undefined) {
    throw new Refusal("not_found", { internal: "removed meanwhile" });
  }
  return presentMember(after, memberOf(session));
}

async function giveRole(
  context: AppContext,
  tx: Tx,
  { session, requestId, role, before }: MemberAct & { role: MemberRole; before: MemberView },
): Promise<() => void> {
  const { id: membershipId, personId, customerId } = before;
  await setRole(tx, membershipId, role);
  await withdrawInvitationsBy(tx, before, ROLES_GIVEN_BY[role]);
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: "member.role",
      actor: session.userId,
      customerId,
      object: membershipId,
      outcome: "ok",
      requestId,
      data: {
        name: before.username,
        before: { role: before.role },
        after: { role },
      },
    },
  ]);
  const company = await findCompanyName(tx, customerId);
  await noticeTo(context, tx, before, { what: "role", company, about: before.username, role });
  return memberChanged(context, tx, { membershipId, personId });
}

/**
 * Removes a member. Their sessions in the company end with the commit, on every server.
 *
 * @throws Refusal `not_found`, `member_is_self`, `member_above_you`, `member_changed`,
 * `role_lacks_permission`, `withdrawals_on_hold`
 */
export async function removeMember(context: AppContext, change: MemberChange): Promise<void> {
  const { session, revision, requestId } = change;
  const { customerId } = session;
  const { target, forget } = await inTransaction(context.db, async (tx) => {
    const acting = await beginAsMember(tx, session, "administer");
    const before = await requireChangeable(tx, acting, change);
    if (before.revision !== revision) {
      throw new Refusal("member_changed");
    }
    await requireNoSecurityHold(tx, customerId);
    const ended = await endMembership(context, tx, before);
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "member.remove",
        actor: session.userId,
        customerId,
        object: before.id,
        outcome: "ok",
        requestId,
        data: { name: before.username, givenRole: before.role },
      },
    ]);
    const company = await findCompanyName(tx, customerId);
    const { username: about, role } = before;
    await noticeTo(context, tx, before, { what: "removed", company, about, role });
    return { target: before, forget: ended };
  });
  forget();
  await tellMembers(context, { customerId, ownCustomerIds: [target.ownCustomerId] });
}
