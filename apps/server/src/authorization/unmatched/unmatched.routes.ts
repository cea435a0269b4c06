import { networkEndpoints } from "@tessera/contract/authorization/network.endpoints";
import type { FastifyInstance } from "fastify";
import { operatorActOf } from "../../platform/audit/operator-act.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { dismissUnmatched } from "./dismiss-unmatched.ts";
import { matchUnmatched } from "./match-unmatched.ts";
import { getUnmatched, listUnmatched, UNMATCHED_LIMIT } from "./read-unmatched.ts";

/** Registers the operators' endpoints for unmatched messages. */
export function registerUnmatchedRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    networkEndpoints.listUnmatched,
    ({ query }) => listUnmatched(context, query),
    { overCells: { orderOf: () => ["desc"], defaultLimit: UNMATCHED_LIMIT } },
  );
  route(app, context, networkEndpoints.getUnmatched, ({ params }) =>
    getUnmatched(context, parseId("msg", params.id)),
  );
  route(app, context, networkEndpoints.matchUnmatched, async (call) => {
    const id = parseId("msg", call.params.id);
    const authorizationId = parseId("auth", call.body.authorizationId);
    const { pending } = call.body;
    await matchUnmatched(context, {
      id,
      authorisationId: authorizationId,
      pending,
      act: operatorActOf(call),
    });
    return getUnmatched(context, id);
  });
  route(app, context, networkEndpoints.dismissUnmatched, async (call) => {
    const id = parseId("msg", call.params.id);
    const { reason } = call.body;
    await dismissUnmatched(context, { id, reason, act: operatorActOf(call) });
    return getUnmatched(context, id);
  });
}
