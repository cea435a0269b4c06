import { riskEndpoints } from "@tessera/contract/authorization/risk.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { preflight } from "./preflight.ts";

/** Registers the endpoint that predicts the decision on a payment. */
export function registerPreflightRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, riskEndpoints.preflight, async ({ session, body, locale }) =>
    preflight(context, { customerId: session.customerId, body, locale }),
  );
}
