import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  authorizationStepBody,
  authorizeAnswer,
  authorizeBody,
  clockAnswer,
  clockBody,
  mailList,
  networkAnswer,
  payAnswer,
  payBody,
  purchaseBody,
} from "./sandbox.schemas.ts";

const tag = "sandbox";
const access = "sandbox";

export const sandboxMail = endpoint({
  method: "GET",
  path: "/sandbox/mail.json",
  summary: "Mail that Tessera sent, newest first",
  tag,
  access,
  success: { status: 200, body: mailList },
});

export const sandboxPay = endpoint({
  method: "POST",
  path: "/sandbox/chain/pay",
  summary: "Pay a deposit on the simulated chain: seen, then confirmed",
  tag,
  access,
  body: payBody,
  success: { status: 200, body: payAnswer },
  errors: ["not_found", "deposit_not_payable"],
});

export const networkAuthorize = endpoint({
  method: "POST",
  path: "/sandbox/network/authorize",
  summary: "A merchant asks whether a card may pay",
  tag,
  access,
  body: authorizeBody,
  success: { status: 200, body: authorizeAnswer },
});

export const networkIncrement = endpoint({
  method: "POST",
  path: "/sandbox/network/increment",
  summary: "Ask for more on an open authorisation",
  tag,
  access,
  body: authorizationStepBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed"],
});

export const networkClear = endpoint({
  method: "POST",
  path: "/sandbox/network/clear",
  summary: "Clear an authorisation: less, equal or more",
  tag,
  access,
  body: authorizationStepBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed"],
});

export const networkReverse = endpoint({
  method: "POST",
  path: "/sandbox/network/reverse",
  summary: "Give all or part of an authorisation back",
  tag,
  access,
  body: authorizationStepBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed"],
});

export const networkExpire = endpoint({
  method: "POST",
  path: "/sandbox/network/expire",
  summary: "Let an authorisation expire",
  tag,
  access,
  body: authorizationStepBody,
  success: { status: 200, body: networkAnswer },
  errors: ["not_found", "authorization_closed"],
});

export const networkRefund = endpoint({
  method: "POST",
  path: "/sandbox/network/refund",
  summary: "A merchant refunds a card, also a frozen or closed one",
  tag,
  access,
  body: authorizeBody,
  success: { status: 200, body: networkAnswer },
});

export const networkForcePost = endpoint({
  method: "POST",
  path: "/sandbox/network/force-post",
  summary: "A merchant clears without an authorisation",
  tag,
  access,
  body: authorizeBody,
  success: { status: 200, body: networkAnswer },
});

/** Approved and cleared, or declined, as any payment would be; the card's number is not needed. */
export const playPurchase = endpoint({
  method: "POST",
  path: "/sandbox/cards/:id/purchase",
  summary: "Pay with a card of your own at a pretend shop: authorised, then cleared",
  tag,
  access: "session",
  idempotent: true,
  params: idParams,
  body: purchaseBody,
  success: { status: 200, body: networkAnswer },
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
  sandboxPay,
  networkAuthorize,
  networkIncrement,
  networkClear,
  networkReverse,
  networkExpire,
  networkRefund,
  networkForcePost,
  playPurchase,
  getClock,
  advanceClock,
} as const;
