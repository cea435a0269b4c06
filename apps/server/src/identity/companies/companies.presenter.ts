import type {
  Company,
  Member,
  MemberInvitation,
  OpenMemberInvitation,
  OwnCompany as OwnCompanyOnWire,
} from "@tessera/contract/identity/companies.schemas";
import {
  type MemberRole,
  permissionsOf,
  ROLE_PERMISSIONS,
  ROLES_GIVEN_BY,
  ROLES_WITH_SECOND_FACTOR,
} from "@tessera/contract/identity/member-permissions";
import type { ActingMember } from "../../platform/http/authentication.ts";
import { wireId } from "../../platform/ids.ts";
import type { CompanyView, OwnCompany } from "./companies.repository.ts";
import type { InvitationView } from "./invitations.repository.ts";
import type { MemberView } from "./members.repository.ts";

/** Returns whether a role requires a second factor. */
export function needsSecondFactor(role: MemberRole): boolean {
  return ROLES_WITH_SECOND_FACTOR.includes(role);
}

function statusOf({ isClosed, isSuspended }: OwnCompany): OwnCompanyOnWire["status"] {
  if (isClosed) {
    return "closed";
  }
  return isSuspended ? "suspended" : "active";
}

export function presentOwnCompany(row: OwnCompany): OwnCompanyOnWire {
  const { handoverFrom: from, handoverExpiresAt: expiresAt } = row;
  return {
    id: wireId("cus", row.customerId),
    name: row.name,
    role: row.role,
    lacksSecondFactor: needsSecondFactor(row.role) && !row.hasSecondFactor,
    status: statusOf(row),
    joinedAt: row.joinedAt.toISOString(),
    handover:
      from === null || expiresAt === null ? null : { from, expiresAt: expiresAt.toISOString() },
  };
}

export function presentCompany(view: CompanyView, role: MemberRole): Company {
  const { handoverFrom: from, handoverTo: to, askedAt, expiresAt } = view;
  const isAsked = from !== null && to !== null && askedAt !== null && expiresAt !== null;
  return {
    id: wireId("cus", view.customerId),
    name: view.name,
    createdAt: view.createdAt.toISOString(),
    role,
    permissions: permissionsOf(role),
    members: Number(view.members),
    handover: isAsked
      ? { from, to, askedAt: askedAt.toISOString(), expiresAt: expiresAt.toISOString() }
      : null,
  };
}

/** Presents a member to another one. Contact details are only for those who administer. */
export function presentMember(
  row: MemberView,
  acting: Pick<ActingMember, "role" | "membershipId">,
): Member {
  const isSelf = row.id === acting.membershipId;
  const administers = ROLE_PERMISSIONS[acting.role].administer !== undefined;
  const given = ROLES_GIVEN_BY[acting.role];
  const isChangeable = !isSelf && given.includes(row.role);
  return {
    id: wireId("mem", row.id),
    username: row.username,
    email: administers ? row.email : null,
    role: row.role,
    secondFactor: administers ? row.hasSecondFactor : null,
    givable: isChangeable ? given.filter((role) => role !== row.role) : [],
    removable: isChangeable,
    joinedAt: row.joinedAt.toISOString(),
    revision: row.revision,
    you: isSelf,
  };
}

export function presentInvitation(row: InvitationView): MemberInvitation {
  return {
    id: wireId("miv", row.id),
    email: row.email,
    role: row.role,
    invitedBy: row.inviter,
    invitedAt: row.invited_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

export function presentOpenInvitation(row: InvitationView): OpenMemberInvitation {
  return {
    company: row.company,
    role: row.role,
    invitedBy: row.inviter,
    email: row.email,
    needsSecondFactor: needsSecondFactor(row.role),
    expiresAt: row.expires_at.toISOString(),
  };
}
