import type { MemberPermission } from "@tessera/contract/identity/member-permissions";
import { ROLE_PERMISSIONS, rolesWith } from "@tessera/contract/identity/member-permissions";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { ActingMember, Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { lockCustomer } from "../security-hold/index.ts";
import { spendProofs } from "../sessions/index.ts";
import { findMember, type MemberView } from "./members.repository.ts";

/** A member's call on their company, for the audit log. */
export interface MemberAct {
  readonly session: Session;
  readonly requestId: string;
}

/** Topic of the event that is sent when a company's members, invitations or owner change. */
export const COMPANY_TOPIC = "company";
/** Topic of the event that is sent to a person whose own membership changes. */
const COMPANIES_TOPIC = "companies";

/**
 * Returns the member as which a session acts.
 *
 * @throws Refusal `company_only`
 */
export function memberOf({ member }: Session): ActingMember {
  if (member === undefined) {
    throw new Refusal("company_only");
  }
  return member;
}

/**
 * Locks the company and returns the acting member as they are now, which may be less than when the
 * call began. Changes of a company's members are serialized by this lock.
 *
 * @throws Refusal `unauthenticated` if the membership has ended; `role_lacks_permission`
 */
export async function beginAsMember(
  tx: Tx,
  session: Session,
  permission: MemberPermission,
): Promise<MemberView> {
  await lockCustomer(tx, session.customerId);
  const acting = await findMember(tx, session.customerId, memberOf(session).membershipId);
  if (acting === undefined) {
    throw new Refusal("unauthenticated", { internal: "the membership ended meanwhile" });
  }
  if (ROLE_PERMISSIONS[acting.role][permission] === undefined) {
    const member = { role: acting.role, allowed: rolesWith(permission) };
    throw new Refusal("role_lacks_permission", { member });
  }
  return acting;
}

/**
 * Consumes the session's step-up token, which is valid for one change.
 *
 * @throws Refusal `proof_invalid`
 */
export async function requireFreshProof(tx: Tx, { sessionId }: Session): Promise<void> {
  if (!(await spendProofs(tx, sessionId))) {
    throw new Refusal("proof_invalid");
  }
}

/** Reloads the company's screens, and those of people whose own membership changed. */
export async function tellMembers(
  { events }: AppContext,
  changed: { readonly customerId: string; readonly ownCustomerIds: readonly string[] },
): Promise<void> {
  await events.publish(changed.customerId, COMPANY_TOPIC, {});
  for (const id of changed.ownCustomerIds) {
    await events.publish(id, COMPANIES_TOPIC, {});
  }
}
