import type { FastifyInstance, FastifyRequest } from "fastify";
import { maskedAddress } from "./client-address.ts";
import type { Logger } from "./logger.ts";

/** Polled every few seconds by machines, so logged only at `debug`. */
const ROUTINE_ROUTES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

declare module "fastify" {
  interface FastifyRequest {
    /** The client's network, read when the request came: a closed connection has no address. */
    clientNetwork: string;
  }
}

function lineOf(request: FastifyRequest) {
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? "unknown",
    actorId: request.session?.userId,
    address: request.clientNetwork,
  };
}

/**
 * Writes the access log: one line a request with its route (never the full path, whose parameters
 * and query may name a secret), its result, actor and client network. Health checks and
 * metrics are at `debug`, everything else at `info`.
 */
export function registerRequestLog(app: FastifyInstance, log: Logger): void {
  // Every value below is a template, a number or an id of Tessera's own: there is nothing to mask,
  // and searching six texts for secrets would cost more than the line itself.
  const lines = log.child({}, { formatters: { log: (fields) => fields } });
  const levelOf = ({ routeOptions }: FastifyRequest) =>
    ROUTINE_ROUTES.has(routeOptions.url ?? "") ? "debug" : "info";

  app.decorateRequest("clientNetwork", "");
  app.addHook("onRequest", (request, _reply, done) => {
    request.clientNetwork = maskedAddress(request.ip);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const level = levelOf(request);
    if (lines.isLevelEnabled(level)) {
      const outcome = {
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      };
      lines[level]({ ...lineOf(request), ...outcome }, "answered");
    }
    done();
  });
  app.addHook("onRequestAbort", (request, done) => {
    const level = levelOf(request);
    if (lines.isLevelEnabled(level)) {
      lines[level](lineOf(request), "the client disconnected before the response");
    }
    done();
  });
}
