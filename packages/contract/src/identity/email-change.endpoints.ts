import { endpoint } from "../endpoint.ts";
import {
  confirmEmailChangeBody,
  confirmedEmailChange,
  emailStanding,
  requestEmailChangeBody,
  requestedEmailChange,
} from "./email-change.schemas.ts";

const tag = "accounts";
const path = "/api/email-change";

export const getEmailChange = endpoint({
  method: "GET",
  path,
  summary: "The email in force, and the request to change it that is open, if any",
  tag,
  access: "session",
  success: { status: 200, body: emailStanding },
});

/**
 * The proof is bound to `{ operation: "email_change", email }`. The answer is the same whether or
 * not somebody has the address: a code is mailed to it only where nobody does. A request that
 * waits for its code gives way to this one; one under review has to be taken back first.
 */
export const requestEmailChange = endpoint({
  method: "POST",
  path,
  summary: "Ask for another email: a code is mailed to it, and the address in force is told",
  tag,
  access: "session",
  idempotencyKey: "welcome",
  proof: "bound",
  body: requestEmailChangeBody,
  success: { status: 201, body: requestedEmailChange },
  errors: ["email_change_reviewing", "withdrawals_on_hold"],
});

export const resendEmailCode = endpoint({
  method: "POST",
  path: "/api/email-change/code",
  summary: "Mail another code to the address that was asked for; the one before is dead",
  tag,
  access: "session",
  success: { status: 200, body: requestedEmailChange },
  errors: ["email_change_over"],
});

/** Where it is applied at once, every other session ends, and this one goes on. */
export const confirmEmailChange = endpoint({
  method: "POST",
  path: "/api/email-change/confirm",
  summary: "Give the mailed code: the email is changed at once, or goes to review",
  tag,
  access: "session",
  idempotencyKey: "welcome",
  body: confirmEmailChangeBody,
  success: { status: 200, body: confirmedEmailChange },
  errors: ["code_invalid", "email_change_over", "email_change_taken", "withdrawals_on_hold"],
});

/**
 * Nothing where there is none. One under review is taken back by
 * `POST /api/reviews/:id/withdraw`.
 */
export const cancelEmailChange = endpoint({
  method: "DELETE",
  path,
  summary: "Give up the request that waits for its code",
  tag,
  access: "session",
  success: { status: 204, body: null },
  errors: ["email_change_reviewing"],
});

export const emailChangeEndpoints = {
  getEmailChange,
  requestEmailChange,
  resendEmailCode,
  confirmEmailChange,
  cancelEmailChange,
} as const;
