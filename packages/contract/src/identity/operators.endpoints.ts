import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { session } from "./accounts.schemas.ts";
import {
  acceptInvitationBody,
  changeRoleBody,
  invitation,
  invitationActBody,
  invitationsPage,
  invitationsQuery,
  inviteBody,
  openInvitation,
  operator,
  operatorActBody,
  operatorDetail,
  operatorsPage,
  operatorsQuery,
  readInvitationBody,
} from "./operators.schemas.ts";

const tag = "operators";
const access = "operator";
const readers = ["administrator", "auditor"] as const;
const writers = ["administrator"] as const;
const changeErrors = [
  "not_found",
  "operator_changed",
  "operator_removed",
  "operator_is_self",
  "last_administrator",
  "second_administrator_needed",
] as const;

export const listOperators = endpoint({
  method: "GET",
  path: "/api/admin/operators",
  summary: "Everybody who works for the program, by username",
  tag,
  access,
  cells: "own",
  roles: readers,
  query: operatorsQuery,
  success: { status: 200, body: operatorsPage },
});

export const getOperator = endpoint({
  method: "GET",
  path: "/api/admin/operators/:id",
  summary: "One operator, with the number of second factors and live sessions",
  tag,
  access,
  cells: "own",
  roles: readers,
  params: idParams,
  success: { status: 200, body: operatorDetail },
});

export const changeOperatorRole = endpoint({
  method: "POST",
  path: "/api/admin/operators/:id/role",
  summary: "Change an operator's role; ends every session of theirs",
  tag,
  access,
  cells: "own",
  roles: writers,
  proof: true,
  params: idParams,
  body: changeRoleBody,
  success: { status: 200, body: operator },
  errors: changeErrors,
});

export const suspendOperator = endpoint({
  method: "POST",
  path: "/api/admin/operators/:id/suspend",
  summary: "Suspend an operator; ends every session and event stream of theirs",
  tag,
  access,
  cells: "own",
  roles: writers,
  proof: true,
  params: idParams,
  body: operatorActBody,
  success: { status: 200, body: operator },
  errors: changeErrors,
});

export const resumeOperator = endpoint({
  method: "POST",
  path: "/api/admin/operators/:id/resume",
  summary: "Lift an operator's suspension",
  tag,
  access,
  cells: "own",
  roles: writers,
  proof: true,
  params: idParams,
  body: operatorActBody,
  success: { status: 200, body: operator },
  errors: changeErrors,
});

export const removeOperator = endpoint({
  method: "POST",
  path: "/api/admin/operators/:id/remove",
  summary: "Remove an operator permanently; ends all of their sessions and event streams",
  tag,
  access,
  cells: "own",
  roles: writers,
  proof: true,
  params: idParams,
  body: operatorActBody,
  success: { status: 200, body: operator },
  errors: changeErrors,
});

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/admin/operator-invitations",
  summary: "Invitations to work for the program, newest first",
  tag,
  access,
  cells: "own",
  roles: readers,
  query: invitationsQuery,
  success: { status: 200, body: invitationsPage },
});

export const inviteOperator = endpoint({
  method: "POST",
  path: "/api/admin/operator-invitations",
  summary: "Email a link that makes somebody an operator, once",
  tag,
  access,
  cells: "own",
  roles: writers,
  proof: true,
  body: inviteBody,
  success: { status: 201, body: invitation },
  errors: ["operator_email_taken", "invitation_open", "second_administrator_needed"],
});

export const resendInvitation = endpoint({
  method: "POST",
  path: "/api/admin/operator-invitations/:id/resend",
  summary: "Email a new link; the previous one stops working",
  tag,
  access,
  cells: "own",
  roles: writers,
  proof: true,
  params: idParams,
  body: invitationActBody,
  success: { status: 200, body: invitation },
  errors: ["not_found", "invitation_ended", "operator_changed"],
});

export const withdrawInvitation = endpoint({
  method: "POST",
  path: "/api/admin/operator-invitations/:id/withdraw",
  summary: "Withdraw an invitation; its link stops working",
  tag,
  access,
  cells: "own",
  roles: writers,
  params: idParams,
  body: invitationActBody,
  success: { status: 200, body: invitation },
  errors: ["not_found", "invitation_ended", "operator_changed"],
});

export const readInvitation = endpoint({
  method: "POST",
  path: "/api/operator-invitations/read",
  summary: "An emailed invitation; changes nothing",
  tag,
  access: "public",
  body: readInvitationBody,
  success: { status: 200, body: openInvitation },
  errors: ["invitation_invalid"],
});

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/api/operator-invitations/accept",
  summary: "Accept an invitation with a username and a password, once; signs in",
  tag,
  access: "public",
  body: acceptInvitationBody,
  success: { status: 201, body: session },
  errors: ["invitation_invalid"],
});

export const operatorsEndpoints = {
  listOperators,
  getOperator,
  changeOperatorRole,
  suspendOperator,
  resumeOperator,
  removeOperator,
  listInvitations,
  inviteOperator,
  resendInvitation,
  withdrawInvitation,
  readInvitation,
  acceptInvitation,
} as const;
