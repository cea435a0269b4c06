import { endpoint } from "../endpoint.ts";
import {
  askClosingBody,
  cancelByLinkBody,
  closingStanding,
  currentClosing,
} from "./account-closing.schemas.ts";

const tag = "accounts";
const path = "/api/account-closing";

export const getAccountClosing = endpoint({
  method: "GET",
  path,
  summary: "What closing the account would end or wait for, and the current closing, if any",
  tag,
  access: "session",
  member: "own",
  success: { status: 200, body: closingStanding },
  errors: ["provider_unavailable", "rates_unavailable"],
});

/** Costs one short query, so a page can request it on every visit. */
export const getCurrentClosing = endpoint({
  method: "GET",
  path: "/api/account-closing/current",
  summary: "The current closing, if any, without what it would end or wait for",
  tag,
  access: "session",
  member: "own",
  success: { status: 200, body: currentClosing },
});

/**
 * The step-up token is bound to `{ operation: "account_closing", remaining }`. `remaining` must
 * match what `GET /api/account-closing` shows. Those amounts remain owed to the customer, and are
 * paid out by support. Money that can be withdrawn must be withdrawn first.
 */
export const askAccountClosing = endpoint({
  method: "POST",
  path,
  summary: "Request the closing of the account after a cooling-off period of 14 days",
  tag,
  access: "session",
  member: "own",
  idempotencyKey: "welcome",
  proof: "bound",
  body: askClosingBody,
  success: { status: 201, body: closingStanding },
  errors: [
    "account_closing_asked",
    "account_closing_blocked",
    "account_closing_changed",
    "account_closed",
    "withdrawals_on_hold",
    "provider_unavailable",
    "rates_unavailable",
  ],
});

/** The step-up token is bound in the same way as for the request to close the account. */
export const nameRemaining = endpoint({
  method: "PUT",
  path: "/api/account-closing/remaining",
  summary: "Confirm the remaining amounts, if they have changed since the request",
  tag,
  access: "session",
  member: "own",
  idempotencyKey: "welcome",
  proof: "bound",
  body: askClosingBody,
  success: { status: 200, body: closingStanding },
  errors: [
    "account_closing_none",
    "account_closing_blocked",
    "account_closing_changed",
    "withdrawals_on_hold",
    "provider_unavailable",
    "rates_unavailable",
  ],
});

/** Possible until the account is closed. Cards that have already been closed stay closed. */
export const cancelAccountClosing = endpoint({
  method: "DELETE",
  path,
  summary: "Cancel the closing; has no effect without one",
  tag,
  access: "session",
  member: "own",
  success: { status: 204, body: null },
  errors: ["account_closed"],
});

/** A retry gets the same response until the account is closed. */
export const cancelClosingByLink = endpoint({
  method: "POST",
  path: "/api/account-closing/cancel-by-link",
  summary: "Cancel the closing with an emailed link, without signing in",
  tag,
  access: "public",
  body: cancelByLinkBody,
  success: { status: 204, body: null },
  errors: ["closing_link_invalid"],
});

export const closingEndpoints = {
  getAccountClosing,
  getCurrentClosing,
  askAccountClosing,
  nameRemaining,
  cancelAccountClosing,
  cancelClosingByLink,
} as const;
