import { riskEndpoints } from "@tessera/contract/authorization/risk.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { createGrant } from "./create-exception.ts";
import { listGrants } from "./list-exceptions.ts";
import { revokeGrant } from "./revoke-exception.ts";
import { authorOf } from "./strategies.routes.ts";

const CHANGES = [{ bucket: "risk-minute", max: 60, windowSeconds: 60, by: "customer" }] as const;

/** Registers the endpoints for one-time exceptions. */
export function registerGrantsRoutes(app: FastifyInstance, context: AppContext): void {
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
