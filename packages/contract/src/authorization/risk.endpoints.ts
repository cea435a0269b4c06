import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import { preflightAnswer, preflightBody } from "./preflight.schemas.ts";
import {
  backtest,
  backtestBody,
  createGrantBody,
  createStrategyBody,
  declineExplanation,
  grant,
  grantList,
  grantQuery,
  paymentReview,
  reviseStrategyBody,
  strategy,
  strategyDetail,
  strategyHitPage,
  strategyHitQuery,
  strategyList,
  strategyStatusBody,
} from "./risk.schemas.ts";

const tag = "risk";
const access = "session";

export const listStrategies = endpoint({
  method: "GET",
  path: "/api/risk/strategies",
  summary: "The customer's strategies, newest first; retired ones are left out",
  tag,
  access,
  query: listQuery,
  success: { status: 200, body: strategyList },
});

export const getStrategy = endpoint({
  method: "GET",
  path: "/api/risk/strategies/:id",
  summary: "One strategy, retired or not, with its versions",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: strategyDetail },
});

export const createStrategy = endpoint({
  method: "POST",
  path: "/api/risk/strategies",
  summary: "Draft a strategy; it is not evaluated until it is a shadow or active",
  tag,
  access,
  idempotencyKey: "welcome",
  body: createStrategyBody,
  success: { status: 201, body: strategy },
  errors: ["too_many_strategies", "not_found"],
});

export const reviseStrategy = endpoint({
  method: "PUT",
  path: "/api/risk/strategies/:id",
  summary: "Save a new version of a strategy, which takes effect immediately",
  tag,
  access,
  params: idParams,
  body: reviseStrategyBody,
  success: { status: 200, body: strategy },
  errors: ["not_found", "strategy_retired", "strategy_changed"],
});

export const setStrategyStatus = endpoint({
  method: "POST",
  path: "/api/risk/strategies/:id/status",
  summary: "Set a strategy to shadow, active or paused, or retire it permanently",
  tag,
  access,
  params: idParams,
  body: strategyStatusBody,
  success: { status: 200, body: strategy },
  errors: ["strategy_retired"],
});

export const listStrategyHits = endpoint({
  method: "GET",
  path: "/api/risk/strategy-hits",
  summary: "Payments on which strategies acted, newest first",
  tag,
  access,
  query: strategyHitQuery,
  success: { status: 200, body: strategyHitPage },
});

export const backtestRule = endpoint({
  method: "POST",
  path: "/api/risk/backtests",
  summary: "A backtest of a rule on the customer's own payments; writes nothing",
  tag,
  access,
  idempotencyKey: { ignored: "read" },
  body: backtestBody,
  success: { status: 200, body: backtest },
  errors: ["not_found"],
});

export const preflight = endpoint({
  method: "POST",
  path: "/api/risk/preflight",
  summary: "Whether a payment would go through, for a card or a segment; writes nothing",
  tag,
  access,
  idempotencyKey: { ignored: "read" },
  body: preflightBody,
  success: { status: 200, body: preflightAnswer },
  errors: ["not_found"],
});

export const explainDecline = endpoint({
  method: "GET",
  path: "/api/risk/declines/:id",
  summary: "Why a payment was declined, check by check, and what lets it pass",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: declineExplanation },
});

export const createGrant = endpoint({
  method: "POST",
  path: "/api/risk/grants",
  summary: "Let a declined payment pass once, or raise the limit it hit for some time",
  tag,
  access,
  idempotencyKey: "welcome",
  body: createGrantBody,
  success: { status: 201, body: grant },
  errors: ["not_found", "not_grantable"],
});

export const listGrants = endpoint({
  method: "GET",
  path: "/api/risk/grants",
  summary: "Recent one-time exceptions and raised limits, newest first",
  tag,
  access,
  query: grantQuery,
  success: { status: 200, body: grantList },
});

export const revokeGrant = endpoint({
  method: "POST",
  path: "/api/risk/grants/:id/revoke",
  summary: "Revoke an unused one-time exception or raised limit",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: grant },
});

export const approveReview = endpoint({
  method: "POST",
  path: "/api/reviews/:id/approve",
  summary: "Approve the merchant's next attempt of this payment, once",
  tag,
  access,
  member: "manage_cards",
  keys: false,
  params: idParams,
  success: { status: 200, body: paymentReview },
  errors: ["review_decided"],
});

export const declineReview = endpoint({
  method: "POST",
  path: "/api/reviews/:id/decline",
  summary: "Decline the payment for good",
  tag,
  access,
  member: "manage_cards",
  params: idParams,
  success: { status: 200, body: paymentReview },
  errors: ["review_decided"],
});

export const riskEndpoints = {
  listStrategies,
  getStrategy,
  createStrategy,
  reviseStrategy,
  setStrategyStatus,
  listStrategyHits,
  backtestRule,
  preflight,
  explainDecline,
  createGrant,
  listGrants,
  revokeGrant,
  approveReview,
  declineReview,
} as const;
