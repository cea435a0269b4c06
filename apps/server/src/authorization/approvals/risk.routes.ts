import { riskEndpoints } from "@tessera/contract/authorization/risk.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { backtestRule } from "../backtest/index.ts";
import { explainDecline } from "../decision/index.ts";
import { authorOf, createGrant, listGrants, revokeGrant } from "../rules/index.ts";
import { answerReview } from "./decide-review.ts";

/** Replaying a year of a busy customer's payments takes seconds. */
const BACKTESTS = [
  { bucket: "backtest-minute", max: 30, windowSeconds: 60, by: "customer" },
] as const;
const CHANGES = [{ bucket: "risk-minute", max: 60, windowSeconds: 60, by: "customer" }] as const;

/** Registers the calls about single payments: why one was declined, and what lets it pass. */
export function registerRiskRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    riskEndpoints.backtestRule,
    async ({ session, body }) => {
      const { rule, strategyId, days } = body;
      return backtestRule(context, {
        customerId: session.customerId,
        rule,
        days,
        strategyId: strategyId === undefined ? undefined : parseId("stg", strategyId),
        replaces: strategyId !== undefined,
      });
    },
    { limits: BACKTESTS },
  );
  route(app, context, riskEndpoints.explainDecline, async ({ session, params, locale }) =>
    explainDecline(context, session.customerId, parseId("mov", params.id), locale),
  );
  registerGrants(app, context);
  registerReviews(app, context);
}

function registerGrants(app: FastifyInstance, context: AppContext): void {
  route(app, context, riskEndpoints.createGrant, async (call) =>
    createGrant(context, {
      ...authorOf(call),
      ...call.body,
      movementId: parseId("mov", call.body.movementId),
      idempotencyKey: call.idempotencyKey,
    }),
  );
  route(app, context, riskEndpoints.listGrants, ({ session, query }) =>
    listGrants(context, session.customerId, query),
  );
  route(
    app,
    context,
    riskEndpoints.revokeGrant,
    async (call) => revokeGrant(context, authorOf(call), parseId("gra", call.params.id)),
    { limits: CHANGES },
  );
}

function registerReviews(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    riskEndpoints.approveReview,
    async (call) =>
      answerReview(context, authorOf(call), parseId("rev", call.params.id), "approved"),
    { limits: CHANGES },
  );
  route(
    app,
    context,
    riskEndpoints.declineReview,
    async (call) =>
      answerReview(context, authorOf(call), parseId("rev", call.params.id), "declined"),
    { limits: CHANGES },
  );
}
