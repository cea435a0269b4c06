import { riskEndpoints } from "@tessera/contract/authorization/risk.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { backtestRule } from "./backtest.ts";

/**
 * Rate limits. They are low because replaying a year of payments for a busy customer takes seconds.
 */
const BACKTESTS = [
  { bucket: "backtest-minute", max: 30, windowSeconds: 60, by: "customer" },
] as const;

/** Registers the endpoint for backtesting a rule on the customer's past payments. */
export function registerBacktestRoutes(app: FastifyInstance, context: AppContext): void {
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
}
