import { riskEndpoints } from "@tessera/contract/authorization/risk.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../platform/context.ts";
import { route } from "../../../platform/http/route.ts";
import { parseId } from "../../../platform/ids.ts";
import { explainDecline } from "./explain-decline.ts";

/** Registers the endpoint that explains to the cardholder why a payment was declined. */
export function registerExplainRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, riskEndpoints.explainDecline, async ({ session, params, locale }) =>
    explainDecline(context, session.customerId, parseId("mov", params.id), locale),
  );
}
