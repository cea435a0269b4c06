import type { Socket } from "node:net";
import { ERRORS } from "@tessera/contract/errors/catalog";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { maskedAddress } from "../http/client-address.ts";
import type { Logger } from "./logger.ts";

/** Routes that machines poll every few seconds. They are logged only at `debug` level. */
const ROUTINE_ROUTES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Why a request got its response directly on its connection, bypassing its route. */
export type CutOffCode = "request_timeout" | "malformed_request";

declare module "fastify" {
  interface FastifyRequest {
    /**
     * The client's network. It is read when the request arrives, because a closed connection has no
     * address.
     */
    clientNetwork: string;
    /** The route that matches the path of a request whose method it does not accept. */
    routeOfPath: string | null;
    /** The reason, if a response was sent while the body was still arriving; otherwise null. */
    cutOff: CutOffCode | null;
    /** Whether the request has been logged. No request is logged twice. */
    isLogged: boolean;
  }
}

/** Writes one line for each request, including those that reach no route. */
export interface AccessLog {
  /** Logs a server's requests. Register it before any hook that can reject requests. */
  register(app: FastifyInstance): void;
  /**
   * Logs a request that gets its response directly on its connection because it is not HTTP, or
   * because its body stopped arriving or is malformed.
   *
   * @param requestId the id to use if the request has none yet
   * @returns the id under which the request is logged
   */
  cutOff(socket: Socket, code: CutOffCode, requestId: string): string;
}

function lineOf(request: FastifyRequest) {
  return {
    requestId: request.id,
    method: request.method,
    route: routeOf(request),
    actorId: request.session?.userId,
    keyId: request.session?.key?.id,
    address: request.clientNetwork,
  };
}

/**
 * Returns the route under which a request is counted and logged. The route is a template, never a
 * path.
 */
export function routeOf({ routeOfPath, routeOptions }: FastifyRequest): string {
  return routeOfPath ?? routeOptions.url ?? "unknown";
}

function durationOf({ elapsedTime }: FastifyReply): number {
  return Math.round(elapsedTime * 10) / 10;
}

/**
 * Creates the access log. Each request gets one line with its route (never the path, since
 * parameters and query may contain secrets), result, actor and client network. Health checks and
 * metrics are logged at `debug` level, and everything else at `info`.
 */
export function createAccessLog(log: Logger): AccessLog {
  // Every value below is a template, a number or one of Tessera's own ids, so there is nothing to
  // mask. Searching six strings for secrets would take longer than writing the line.
  const lines = log.child({}, { formatters: { log: (fields) => fields } });
  const receiving = new WeakMap<Socket, readonly [FastifyRequest, FastifyReply]>();

  function write(request: FastifyRequest, outcome: object, message: string): void {
    if (request.isLogged) {
      return;
    }
    request.isLogged = true;
    const level = ROUTINE_ROUTES.has(request.routeOptions.url ?? "") ? "debug" : "info";
    if (lines.isLevelEnabled(level)) {
      lines[level]({ ...lineOf(request), ...outcome }, message);
    }
  }

  const disconnected = (request: FastifyRequest) =>
    write(request, {}, "the client disconnected before the response");

  function register(app: FastifyInstance): void {
    app.decorateRequest("clientNetwork", "");
    app.decorateRequest("routeOfPath", null);
    app.decorateRequest("cutOff", null);
    app.decorateRequest("isLogged", false);
    app.addHook("onRequest", (request, reply, done) => {
      request.clientNetwork = maskedAddress(request.ip);
      if (!request.raw.complete) {
        receiving.set(request.raw.socket, [request, reply]);
      }
      done();
    });
    app.addHook("onResponse", (request, reply, done) => {
      // A response on a lost connection is never received.
      if (request.raw.errored !== null) {
        disconnected(request);
      }
      write(request, { status: reply.statusCode, durationMs: durationOf(reply) }, "answered");
      done();
    });
    app.addHook("onRequestAbort", (request, done) => {
      disconnected(request);
      done();
    });
  }

  function cutOff(socket: Socket, code: CutOffCode, requestId: string): string {
    const { status } = ERRORS[code];
    const [request, reply] = receiving.get(socket) ?? [];
    if (request !== undefined && reply !== undefined && !request.raw.complete) {
      request.cutOff = code;
      write(request, { status, code, durationMs: durationOf(reply) }, "answered");
      return request.id;
    }
    const address = maskedAddress(socket.remoteAddress);
    const line = { requestId, method: "unknown", route: "unknown", address, status, code };
    lines.info(line, "answered");
    return requestId;
  }

  return { register, cutOff };
}
