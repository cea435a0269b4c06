import { insightEndpoints } from "@tessera/contract/authorization/risk-insight.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { markAlertsSeen } from "./mark-alerts-seen.ts";
import { readInsight } from "./read-insight.ts";

/** Lower than the limits for lists, since each call aggregates up to a year of movements. */
const LIMITS = [{ bucket: "insight", max: 60, windowSeconds: 60, by: "customer" }] as const;

export function registerInsightRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    insightEndpoints.getInsight,
    ({ session, query }) => readInsight(context, { customerId: session.customerId, query }),
    { limits: LIMITS },
  );
  route(
    app,
    context,
    insightEndpoints.markAlertsSeen,
    async ({ session, body }) => {
      await markAlertsSeen(context, session.customerId, new Date(body.until));
      return undefined;
    },
    { limits: LIMITS },
  );
}
