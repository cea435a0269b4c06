import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { networkPrefix } from "../../platform/http/client-address.ts";
import { newId } from "../../platform/ids.ts";
import { routeOf } from "../../platform/telemetry/request-log.ts";
import { type CallLog, openCallLog } from "./call-log.ts";

const MAX_ROUTE = 200;

function callOf(
  { clock }: Pick<AppContext, "clock">,
  request: FastifyRequest,
  reply: FastifyReply,
  keyId: string,
): Parameters<CallLog["record"]>[0] {
  const at = clock.now();
  return {
    id: newId(at),
    key_id: keyId,
    at,
    method: request.method,
    route: routeOf(request).slice(0, MAX_ROUTE),
    status: reply.statusCode,
    code: request.problemCode,
    address: request.ip,
    duration_ms: Math.round(reply.elapsedTime),
    request_id: request.id,
    network: networkPrefix(request.ip),
  };
}

/**
 * Records the calls that are made with API keys: the route's template and the result, never a path,
 * a parameter or a body.
 */
export function registerCallLog(app: FastifyInstance, context: AppContext): void {
  const calls = openCallLog(context);
  app.addHook("onResponse", (request, reply, done) => {
    const keyId = request.session?.key?.id;
    if (keyId !== undefined && !request.hasInnerCall) {
      calls.record(callOf(context, request, reply, keyId));
    }
    done();
  });
  app.addHook("onClose", () => calls.close());
}
