import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { routeOf } from "./request-log.ts";
import type { RequestSpan, Telemetry } from "./telemetry.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The request's span, if the request is traced and has not ended; otherwise null. */
    span: RequestSpan | null;
  }
}

const WEBHOOK = /^\/webhooks\//;

/**
 * Returns whether a request is traced. Calls defined in the contract and webhooks are traced, while
 * files, health checks, metrics and event streams are not.
 */
function isTraced({ routeOptions: { config, url = "" } }: FastifyRequest): boolean {
  return config.access !== undefined || WEBHOOK.test(url);
}

function networksOf(trustedProxies: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const network of trustedProxies) {
    const [address = "", bits] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) {
      networks.addAddress(address, family);
    } else {
      networks.addSubnet(address, Number(bits), family);
    }
  }
  return networks;
}

function isWithin(networks: BlockList, peer: string | undefined): boolean {
  return peer !== undefined && networks.check(peer, isIPv6(peer) ? "ipv6" : "ipv4");
}

function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === "string" ? traceparent : undefined;
}

/**
 * Opens a span for each request, from its arrival to its response. A `traceparent` header is used
 * only if a trusted proxy sent it, since clients could otherwise write to other people's traces.
 * `tracestate` and `baggage` contain free text and are never used.
 */
export function traceRequests(
  app: FastifyInstance,
  telemetry: Telemetry,
  trustedProxies: readonly string[],
): void {
  app.decorateRequest("span", null);
  if (!telemetry.isOn) {
    return;
  }
  const networks = networksOf(trustedProxies);
  app.addHook("onRequest", (request, reply, done) => {
    if (!isTraced(request)) {
      done();
      return;
    }
    const isTrusted = isWithin(networks, request.raw.socket.remoteAddress);
    request.span = telemetry.beginRequest({
      method: request.method,
      route: routeOf(request),
      requestId: request.id,
      elapsedMs: reply.elapsedTime,
      traceparent: isTrusted ? traceparentOf(request) : undefined,
    });
    request.span.run(done);
  });
  // A body arrives in the async context of its connection rather than its request.
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.span === null) {
      done();
    } else {
      request.span.run(done);
    }
  });
  app.addHook("onResponse", (request, reply, done) => {
    request.span?.end(reply.statusCode);
    request.span = null;
    done();
  });
}
