import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import {
  companySession,
  createCompanyBody,
  memberInvitationBody,
  openMemberInvitation,
  ownCompaniesPage,
  ownCompany,
} from "./companies.schemas.ts";

const tag = "companies";
const access = "session";

export const listCompanies = endpoint({
  method: "GET",
  path: "/api/companies",
  summary: "The companies that the signed-in person is a member of, by name",
  tag,
  access,
  member: "anyone",
  query: listQuery,
  success: { status: 200, body: ownCompaniesPage },
});

/** The company gets accounts of its own. Who creates it becomes its owner. */
export const createCompany = endpoint({
  method: "POST",
  path: "/api/companies",
  summary: "Open a company, and accept the legal texts for it",
  tag,
  access,
  idempotencyKey: "welcome",
  body: createCompanyBody,
  success: { status: 201, body: ownCompany },
  errors: [
    "second_factor_required",
    "too_many_companies",
    "legal_version_not_in_force",
    "acceptance_required",
    "account_closing_open",
    "account_closed",
  ],
});

/** The token is in this response only. The session ends with the one that makes this call. */
export const openCompanySession = endpoint({
  method: "POST",
  path: "/api/companies/:id/session",
  summary: "Act for a company: returns the token of a session that does",
  tag,
  access,
  idempotencyKey: { ignored: "secret" },
  params: idParams,
  success: { status: 201, body: companySession },
  errors: ["account_suspended", "account_closed", "withdrawals_on_hold"],
});

export const leaveCompany = endpoint({
  method: "POST",
  path: "/api/companies/:id/leave",
  summary: "Leave a company; 404 if the person is not a member of it",
  tag,
  access,
  params: idParams,
  success: { status: 204, body: null },
  errors: ["owner_stays"],
});

/** The second step of a handover. The former owner becomes an admin. */
export const acceptOwnership = endpoint({
  method: "POST",
  path: "/api/companies/:id/ownership/accept",
  summary: "Become the owner of a company, whose owner has asked for it",
  tag,
  access,
  proof: true,
  params: idParams,
  success: { status: 200, body: ownCompany },
  errors: [
    "second_factor_required",
    "account_closing_open",
    "account_closed",
    "withdrawals_on_hold",
  ],
});

export const declineOwnership = endpoint({
  method: "POST",
  path: "/api/companies/:id/ownership/decline",
  summary: "Decline to become the owner of a company",
  tag,
  access,
  params: idParams,
  success: { status: 204, body: null },
});

export const readMemberInvitation = endpoint({
  method: "POST",
  path: "/api/company-invitations/read",
  summary: "An emailed invitation to a company; changes nothing",
  tag,
  access: "public",
  body: memberInvitationBody,
  success: { status: 200, body: openMemberInvitation },
  errors: ["member_invitation_invalid"],
});

export const acceptMemberInvitation = endpoint({
  method: "POST",
  path: "/api/company-invitations/accept",
  summary: "Become a member of a company, once, with the account of the invited address",
  tag,
  access,
  body: memberInvitationBody,
  success: { status: 201, body: ownCompany },
  errors: [
    "member_invitation_invalid",
    "member_invitation_other_address",
    "company_in_other_cell",
    "second_factor_required",
    "too_many_companies",
    "member_already",
    "withdrawals_on_hold",
  ],
});

export const companiesEndpoints = {
  listCompanies,
  createCompany,
  openCompanySession,
  leaveCompany,
  acceptOwnership,
  declineOwnership,
  readMemberInvitation,
  acceptMemberInvitation,
} as const;
