import { liftHold } from "@tessera/contract/identity/security-hold.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { liftSecurityHold } from "./security-hold.ts";

/** Registers the call that operators use to lift a hold. */
export function registerSecurityHoldRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, liftHold, async ({ session, params, body, requestId }) => {
    await liftSecurityHold(context, {
      customerId: parseId("cus", params.id),
      holdId: parseId("hold", body.holdId),
      actor: session.username,
      requestId,
      reason: body.reason,
    });
    return undefined;
  });
}
