import { riskEndpoints } from "@tessera/contract/authorization/risk.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { createStrategy, type StrategyAuthor } from "./create-strategy.ts";
import { getStrategy } from "./get-strategy.ts";
import { listStrategies } from "./list-strategies.ts";
import { listStrategyHits } from "./list-strategy-hits.ts";
import { reviseStrategy } from "./revise-strategy.ts";
import { setStrategyStatus } from "./set-strategy-status.ts";

/**
 * Limits on changes to strategies. Changes do not need an idempotency key, and every version and
 * status change is kept permanently.
 */
const CHANGES = [
  { bucket: "strategy-minute", max: 60, windowSeconds: 60, by: "customer" },
  { bucket: "strategy-day", max: 1_000, windowSeconds: 86_400, by: "customer" },
] as const;

interface AuthoredCall {
  readonly session: { readonly customerId: string; readonly username: string };
  readonly requestId: string;
}

/** Returns the caller, for the audit log. */
export function authorOf({ session, requestId }: AuthoredCall): StrategyAuthor {
  return { customerId: session.customerId, actor: session.username, requestId };
}

export function registerStrategiesRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, riskEndpoints.listStrategies, ({ session, query }) =>
    listStrategies(context, session.customerId, query),
  );
  route(app, context, riskEndpoints.getStrategy, async (call) =>
    getStrategy(context, call.session.customerId, parseId("stg", call.params.id)),
  );
  route(app, context, riskEndpoints.createStrategy, async (call) =>
    createStrategy(context, {
      ...authorOf(call),
      ...call.body,
      idempotencyKey: call.idempotencyKey,
    }),
  );
  route(
    app,
    context,
    riskEndpoints.reviseStrategy,
    async (call) =>
      reviseStrategy(context, {
        ...authorOf(call),
        ...call.body,
        strategyId: parseId("stg", call.params.id),
      }),
    { limits: CHANGES },
  );
  route(
    app,
    context,
    riskEndpoints.setStrategyStatus,
    async (call) =>
      setStrategyStatus(context, {
        ...authorOf(call),
        strategyId: parseId("stg", call.params.id),
        status: call.body.status,
      }),
    { limits: CHANGES },
  );
  route(app, context, riskEndpoints.listStrategyHits, async (call) =>
    listStrategyHits(context, { customerId: call.session.customerId, query: call.query }),
  );
}
