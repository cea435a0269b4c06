import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  adviceBody,
  authenticatorList,
  authorizationStepBody,
  authorizeAnswer,
  authorizeBody,
  clearBody,
  clockAnswer,
  clockBody,
  mailList,
  mailQuery,
  networkAnswer,
  payAnswer,
  payBody,
  purchaseBody,
  returnReversalBody,
  reverseBody,
  unaskedBody,
} from "./sandbox.schemas.ts";

const tag = "sandbox";
const access = "sandbox";

export const sandboxMail = endpoint({
  method: "GET",
  path: "/sandbox/mail.json",
  summary: "Emails that Tessera sent, newest first; `to` filters by address",
  tag,
  access,
  query: mailQuery,
  success: { status: 200, body: mailList },
});

export const sandboxAuthenticator = endpoint({
  method: "GET",
  path: "/sandbox/authenticator.json",
  summary: "The current codes of the demo operators' authenticator apps",
  tag,
  access,
  success: { status: 200, body: authenticatorList },
});

export const sandboxPay = endpoint({
  method: "POST",
  path: "/sandbox/chain/pay",
  summary: "Pay a deposit on the simulated chain: seen, then confirmed",
  tag,
  access,
  body: payBody,
  success: { status: 200, body: payAnswer },
  errors: ["not_found", "deposit_not_payable", "not_offered"],
});

export const networkAuthorize = endpoint({
  method: "POST",
  path: "/sandbox/network/authorize",
  summary: "An authorization",
  tag,
  access,
  body: authorizeBody,
  success: { status: 200, body: authorizeAnswer },
  errors: ["message_id_used", "not_offered"],
});

export const networkIncrement = endpoint({
  method: "POST",
  path: "/sandbox/network/increment",
  summary: "An increment of an open authorization",
  tag,
  access,
  body: authorizationStepBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed", "message_id_used", "not_offered"],
});

export const networkAdvice = endpoint({
  method: "POST",
  path: "/sandbox/network/advice",
  summary: "An advice: sets the pending amount, higher or lower",
  tag,
  access,
  body: adviceBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed", "message_id_used", "not_offered"],
});

export const networkClear = endpoint({
  method: "POST",
  path: "/sandbox/network/clear",
  summary: "A clearing: of less, the same or more, in one or several parts, even late",
  tag,
  access,
  body: clearBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed", "message_id_used", "not_offered"],
});

export const networkReverse = endpoint({
  method: "POST",
  path: "/sandbox/network/reverse",
  summary: "A reversal of an authorization, in full or in part",
  tag,
  access,
  body: reverseBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed", "message_id_used", "not_offered"],
});

export const networkExpire = endpoint({
  method: "POST",
  path: "/sandbox/network/expire",
  summary: "The expiry of an authorization",
  tag,
  access,
  body: authorizationStepBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed", "message_id_used", "not_offered"],
});

export const networkSingleMessage = endpoint({
  method: "POST",
  path: "/sandbox/network/single-message",
  summary: "An authorization and its clearing in one message",
  tag,
  access,
  body: authorizeBody,
  success: { status: 200, body: networkAnswer },
  errors: ["message_id_used", "not_offered"],
});

export const networkRefund = endpoint({
  method: "POST",
  path: "/sandbox/network/refund",
  summary: "A refund, even to a frozen or closed card",
  tag,
  access,
  body: unaskedBody,
  success: { status: 200, body: networkAnswer },
  errors: ["message_id_used", "not_offered"],
});

export const networkReturnReversal = endpoint({
  method: "POST",
  path: "/sandbox/network/return-reversal",
  summary: "A refund reversal, in full or in part",
  tag,
  access,
  body: returnReversalBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "refund_reversed", "message_id_used", "not_offered"],
});

export const networkForcePost = endpoint({
  method: "POST",
  path: "/sandbox/network/force-post",
  summary: "A force post: a clearing without an authorization",
  tag,
  access,
  body: unaskedBody,
  success: { status: 200, body: networkAnswer },
  errors: ["message_id_used", "not_offered"],
});

/**
 * The purchase is approved and cleared, or declined, like any payment. The card number is not
 * needed.
 */
export const playPurchase = endpoint({
  method: "POST",
  path: "/sandbox/cards/:id/purchase",
  summary: "Simulate a purchase with one's own card: authorized, then cleared",
  tag,
  access: "session",
  idempotencyKey: "welcome",
  params: idParams,
  body: purchaseBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "not_offered"],
});

export const getClock = endpoint({
  method: "GET",
  path: "/sandbox/clock",
  summary: "The sandbox's current time",
  tag,
  access,
  success: { status: 200, body: clockAnswer },
});

export const advanceClock = endpoint({
  method: "POST",
  path: "/sandbox/clock",
  summary: "Move the clock forward",
  tag,
  access,
  body: clockBody,
  success: { status: 200, body: clockAnswer },
});

export const sandboxEndpoints = {
  sandboxMail,
  sandboxAuthenticator,
  sandboxPay,
  networkAuthorize,
  networkIncrement,
  networkAdvice,
  networkClear,
  networkReverse,
  networkExpire,
  networkSingleMessage,
  networkRefund,
  networkReturnReversal,
  networkForcePost,
  playPurchase,
  getClock,
  advanceClock,
} as const;
