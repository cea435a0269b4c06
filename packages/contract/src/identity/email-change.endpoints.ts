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
  summary: "The current email, and the open request to change it, if any",
  tag,
  access: "session",
  success: { status: 200, body: emailStanding },
});

/**
 * The step-up token is bound to `{ operation: "email_change", email }`. The response does not
 * reveal whether the address is taken: a code is emailed to the address only if it is not taken. A
 * new request replaces a request that is waiting for its code; a request under review has to be
 * withdrawn first.
 */
export const requestEmailChange = endpoint({
  method: "POST",
  path,
  summary: "Request another email: a code is emailed to it, and the current address is notified",
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
  summary: "Email another code to the requested address; the previous one stops working",
  tag,
  access: "session",
  success: { status: 200, body: requestedEmailChange },
  errors: ["email_change_over"],
});

/** If the change takes effect immediately, this session continues and all others end. */
export const confirmEmailChange = endpoint({
  method: "POST",
  path: "/api/email-change/confirm",
  summary: "Enter the emailed code: the email is changed immediately, or reviewed first",
  tag,
  access: "session",
  idempotencyKey: "welcome",
  body: confirmEmailChangeBody,
  success: { status: 200, body: confirmedEmailChange },
  errors: ["code_invalid", "email_change_over", "email_change_taken", "withdrawals_on_hold"],
});

/**
 * Has no effect if there is no request. To withdraw a request under review, use `POST
 * /api/reviews/:id/withdraw`.
 */
export const cancelEmailChange = endpoint({
  method: "DELETE",
  path,
  summary: "Withdraw the request that waits for its code",
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
