import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import {
  askHandoverBody,
  changeMemberRoleBody,
  company,
  inviteMemberBody,
  member,
  memberActBody,
  memberInvitation,
  memberInvitationsPage,
  membersPage,
} from "./companies.schemas.ts";

const tag = "company";
const access = "session";
const changeErrors = [
  "member_changed",
  "member_is_self",
  "member_above_you",
  "withdrawals_on_hold",
] as const;

/** Can be called only in a session that acts for a company, like all calls of this tag. */
export const getCompany = endpoint({
  method: "GET",
  path: "/api/company",
  summary: "The company for which the caller acts",
  tag,
  access,
  success: { status: 200, body: company },
});

export const listMembers = endpoint({
  method: "GET",
  path: "/api/company/members",
  summary: "The members of the company, the owner first, then by username",
  tag,
  access,
  query: listQuery,
  success: { status: 200, body: membersPage },
});

/** The member's step-up tokens in this company become invalid. */
export const changeMemberRole = endpoint({
  method: "PUT",
  path: "/api/company/members/:id",
  summary: "Change a member's role, which takes effect immediately",
  tag,
  access,
  proof: true,
  params: idParams,
  body: changeMemberRoleBody,
  success: { status: 200, body: member },
  errors: [...changeErrors, "member_lacks_second_factor"],
});

export const removeMember = endpoint({
  method: "POST",
  path: "/api/company/members/:id/remove",
  summary: "Remove a member; ends their sessions in this company",
  tag,
  access,
  params: idParams,
  body: memberActBody,
  success: { status: 204, body: null },
  errors: changeErrors,
});

export const listMemberInvitations = endpoint({
  method: "GET",
  path: "/api/company/invitations",
  summary: "Invitations that wait to be accepted, newest first",
  tag,
  access,
  member: "administer",
  query: listQuery,
  success: { status: 200, body: memberInvitationsPage },
});

/** A new invitation to an address replaces the open one, whose link stops working. */
export const inviteMember = endpoint({
  method: "POST",
  path: "/api/company/invitations",
  summary: "Email a link with which its addressee becomes a member, once",
  tag,
  access,
  idempotencyKey: "welcome",
  proof: true,
  body: inviteMemberBody,
  success: { status: 201, body: memberInvitation },
  errors: ["member_above_you", "member_already", "too_many_members", "withdrawals_on_hold"],
});

export const withdrawMemberInvitation = endpoint({
  method: "POST",
  path: "/api/company/invitations/:id/withdraw",
  summary: "Withdraw an invitation; its link stops working",
  tag,
  access,
  params: idParams,
  success: { status: 204, body: null },
});

/** The first step of a handover. It replaces one that waits for another member. */
export const askHandover = endpoint({
  method: "POST",
  path: "/api/company/ownership",
  summary: "Ask a member to become the owner",
  tag,
  access,
  member: "own",
  proof: true,
  body: askHandoverBody,
  success: { status: 200, body: company },
  errors: ["member_is_self", "member_lacks_second_factor", "withdrawals_on_hold"],
});

export const cancelHandover = endpoint({
  method: "DELETE",
  path: "/api/company/ownership",
  summary: "Stop handing over the company; no effect if nobody was asked",
  tag,
  access,
  member: "own",
  success: { status: 204, body: null },
});

export const companyMembersEndpoints = {
  getCompany,
  listMembers,
  changeMemberRole,
  removeMember,
  listMemberInvitations,
  inviteMember,
  withdrawMemberInvitation,
  askHandover,
  cancelHandover,
} as const;
