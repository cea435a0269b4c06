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
  summary: "Mail that Tessera sent, newest first; `to` leaves that to one address",
  tag,
  access,
  query: mailQuery,
  success: { status: 200, body: mailList },
});

export const sandboxAuthenticator = endpoint({
  method: "GET",
  path: "/sandbox/authenticator.json",
  summary: "What the authenticator apps of the demo's operators show now",
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
  summary: "A merchant asks whether a card may pay",
  tag,
  access,
  body: authorizeBody,
  success: { status: 200, body: authorizeAnswer },
  errors: ["message_id_used", "not_offered"],
});

export const networkIncrement = endpoint({
  method: "POST",
  path: "/sandbox/network/increment",
  summary: "Ask for more on an open authorisation",
  tag,
  access,
  body: authorizationStepBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed", "message_id_used", "not_offered"],
});

export const networkAdvice = endpoint({
  method: "POST",
  path: "/sandbox/network/advice",
  summary: "Say what is pending from now on: more or less, and not a question",
  tag,
  access,
  body: adviceBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed", "message_id_used", "not_offered"],
});

export const networkClear = endpoint({
  method: "POST",
  path: "/sandbox/network/clear",
  summary: "Clear an authorisation: less, equal or more, in one part or several, also late",
  tag,
  access,
  body: clearBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed", "message_id_used", "not_offered"],
});

export const networkReverse = endpoint({
  method: "POST",
  path: "/sandbox/network/reverse",
  summary: "Give all or part of an authorisation back",
  tag,
  access,
  body: reverseBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed", "message_id_used", "not_offered"],
});

export const networkExpire = endpoint({
  method: "POST",
  path: "/sandbox/network/expire",
  summary: "Let an authorisation expire",
  tag,
  access,
  body: authorizationStepBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed", "message_id_used", "not_offered"],
});

export const networkSingleMessage = endpoint({
  method: "POST",
  path: "/sandbox/network/single-message",
  summary: "A merchant asks and clears at once",
  tag,
  access,
  body: authorizeBody,
  success: { status: 200, body: networkAnswer },
  errors: ["message_id_used", "not_offered"],
});

export const networkRefund = endpoint({
  method: "POST",
  path: "/sandbox/network/refund",
  summary: "A merchant refunds a card, also a frozen or closed one",
  tag,
  access,
  body: unaskedBody,
  success: { status: 200, body: networkAnswer },
  errors: ["message_id_used", "not_offered"],
});

export const networkReturnReversal = endpoint({
  method: "POST",
  path: "/sandbox/network/return-reversal",
  summary: "A merchant takes a refund back, all or part of it",
  tag,
  access,
  body: returnReversalBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "refund_reversed", "message_id_used", "not_offered"],
});

export const networkForcePost = endpoint({
  method: "POST",
  path: "/sandbox/network/force-post",
  summary: "A merchant clears without an authorisation",
  tag,
  access,
  body: unaskedBody,
  success: { status: 200, body: networkAnswer },
  errors: ["message_id_used", "not_offered"],
});

/** Approved and cleared, or declined, as any payment would be; the card's number is not needed. */
export const playPurchase = endpoint({
  method: "POST",
  path: "/sandbox/cards/:id/purchase",
  summary: "Pay with a card of your own at a pretend shop: authorised, then cleared",
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
  summary: "What Tessera takes for now",
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
