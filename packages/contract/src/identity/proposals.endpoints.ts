import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  proposal,
  proposalsPage,
  proposalsQuery,
  proposeInvitationBody,
  proposeOperatorBody,
  rejectProposalBody,
} from "./proposals.schemas.ts";

const tag = "operators";
const access = "operator";
const readers = ["administrator", "auditor"] as const;
const writers = ["administrator"] as const;

export const listProposals = endpoint({
  method: "GET",
  path: "/api/admin/proposals",
  summary: "Changes that need a second administrator, newest first",
  tag,
  access,
  cells: "all",
  roles: readers,
  query: proposalsQuery,
  success: { status: 200, body: proposalsPage },
});

export const getProposal = endpoint({
  method: "GET",
  path: "/api/admin/proposals/:id",
  summary: "One proposal as it is now",
  tag,
  access,
  roles: readers,
  params: idParams,
  success: { status: 200, body: proposal },
});

export const proposeInvitation = endpoint({
  method: "POST",
  path: "/api/admin/proposals/invitation",
  summary: "Propose inviting an administrator; the link is mailed once another approves",
  tag,
  access,
  cells: "own",
  roles: writers,
  idempotencyKey: "welcome",
  proof: true,
  body: proposeInvitationBody,
  success: { status: 201, body: proposal },
  errors: ["no_second_administrator", "operator_email_taken", "invitation_open"],
});

export const proposeOperatorChange = endpoint({
  method: "POST",
  path: "/api/admin/proposals/operator",
  summary: "Propose to add or remove an administrator",
  tag,
  access,
  cells: "own",
  roles: writers,
  idempotencyKey: "welcome",
  proof: true,
  body: proposeOperatorBody,
  success: { status: 201, body: proposal },
  errors: [
    "not_found",
    "no_second_administrator",
    "operator_changed",
    "operator_removed",
    "operator_is_self",
    "last_administrator",
  ],
});

export const approveProposal = endpoint({
  method: "POST",
  path: "/api/admin/proposals/:id/approve",
  summary: "Approve somebody else's proposal, if it still applies",
  tag,
  access,
  roles: writers,
  proof: true,
  params: idParams,
  success: { status: 200, body: proposal },
  errors: [
    "not_found",
    "proposal_own",
    "linked_by_invitation",
    "proposal_decided",
    "proposal_outdated",
  ],
});

export const rejectProposal = endpoint({
  method: "POST",
  path: "/api/admin/proposals/:id/reject",
  summary: "Reject somebody else's proposal, with a reason; nothing changes",
  tag,
  access,
  roles: writers,
  params: idParams,
  body: rejectProposalBody,
  success: { status: 200, body: proposal },
  errors: ["not_found", "proposal_own", "proposal_about_you", "proposal_decided"],
});

export const withdrawProposal = endpoint({
  method: "POST",
  path: "/api/admin/proposals/:id/withdraw",
  summary: "Withdraw one's own proposal; nothing changes",
  tag,
  access,
  roles: writers,
  params: idParams,
  success: { status: 200, body: proposal },
  errors: ["not_found", "proposal_not_yours", "proposal_decided"],
});

export const proposalsEndpoints = {
  listProposals,
  getProposal,
  proposeInvitation,
  proposeOperatorChange,
  approveProposal,
  rejectProposal,
  withdrawProposal,
} as const;
