import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../http/refusal.ts";
import type { Settled } from "./cell-routes.ts";
import { operatorHeaders, passedHeaders, returnedHeaders } from "./passed-headers.ts";
import { NotSentError, type PassedRequest, type ServerConnections } from "./send-to-server.ts";
import { VOUCH_HEADER, type Vouches } from "./vouch.ts";

const RETRY_SECONDS = 5;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

/** The ways from one cell's server to the others. */
export interface Ways {
  /** The apps of the cells that this process serves. */
  readonly apps: ReadonlyMap<number, Pick<FastifyInstance, "inject">>;
  /** The addresses of the servers of other cells. */
  readonly servers: ReadonlyMap<number, readonly string[]>;
  readonly connections: ServerConnections;
  readonly vouches: Vouches;
}

export interface Destination {
  readonly cell: number;
  readonly settled?: Settled;
}

function unavailable(cell: number, cause?: unknown): Refusal {
  const internal = `cell ${cell} is not available`;
  return new Refusal("cell_unavailable", { internal, retryAfterSeconds: RETRY_SECONDS, cause });
}

/**
 * Returns a request as it is passed on, with its vouch.
 *
 * @throws Refusal `malformed_request` if its target is not a path
 */
export function passedOf(
  ways: Pick<Ways, "vouches">,
  request: FastifyRequest,
  to: Destination & Partial<Pick<PassedRequest, "method" | "path">>,
  body: PassedRequest["body"],
): PassedRequest {
  const { cell, settled = {}, method = request.method, path = request.raw.url ?? "" } = to;
  if (!path.startsWith("/")) {
    // Such a target names a host of its own, which the next server could follow.
    throw new Refusal("malformed_request", { internal: "the target is not a path" });
  }
  const passes = (request.vouch?.passes ?? 0) + 1;
  const vouch = { cell, requestId: request.id, ip: request.ip, passes, ...settled };
  const headers: OutgoingHttpHeaders = {
    ...(settled.operator === undefined ? passedHeaders : operatorHeaders)(request.headers),
    [VOUCH_HEADER]: ways.vouches.write(vouch, { method, url: path }),
  };
  return { method, path, headers, body };
}

/** Passes on a call whose body was read, or that has none. */
export async function passOnCall(
  ways: Ways,
  request: FastifyRequest,
  reply: FastifyReply,
  to: Destination,
): Promise<FastifyReply> {
  const passed = passedOf(ways, request, to, request.rawBody ?? undefined);
  const app = ways.apps.get(to.cell);
  if (app === undefined) {
    return sendOn(ways, request, reply, { cell: to.cell, passed });
  }
  const response = await injectInto(app, passed, request.ip);
  return reply
    .code(response.statusCode)
    .headers(returnedHeaders(response.headers))
    .send(response.rawPayload);
}

/** Sends a request to an app of this process. */
export function injectInto(
  app: Pick<FastifyInstance, "inject">,
  { method, path: url, headers, body }: PassedRequest,
  remoteAddress: string,
) {
  return app.inject({
    // Fastify accepts no other methods than those of its routes.
    method: method as "GET",
    ...{ url, headers: headers as Record<string, string>, remoteAddress },
    ...(Buffer.isBuffer(body) && { payload: body }),
  });
}

/** Passes on a request to another server while its body is still arriving. */
export function passOnRequest(
  ways: Ways,
  request: FastifyRequest,
  reply: FastifyReply,
  to: Destination,
): Promise<FastifyReply> {
  const body = hasBody(request) ? request.raw : undefined;
  const passed = passedOf(ways, request, to, body);
  return sendOn(ways, request, reply, { cell: to.cell, passed });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

function answerWith(
  reply: FastifyReply,
  { method }: PassedRequest,
  response: IncomingMessage,
): FastifyReply {
  const { statusCode = 502, headers } = response;
  reply.code(statusCode).headers(returnedHeaders(headers));
  if (method === "HEAD" || WITHOUT_BODY.has(statusCode)) {
    // Otherwise, the response would never end, and its connection would stay in use.
    response.resume();
    return reply.send();
  }
  const body: Readable = response;
  return reply.send(body);
}

/** Returns the servers of a cell in turn, beginning with any of them. */
export function serversInTurn(servers: Ways["servers"], cell: number): readonly string[] {
  const known = servers.get(cell) ?? [];
  const first = Math.floor(Math.random() * known.length);
  return [...known.slice(first), ...known.slice(0, first)];
}

/** Tries the servers of a cell in turn. */
async function sendOn(
  { servers, connections }: Ways,
  request: FastifyRequest,
  reply: FastifyReply,
  { cell, passed }: { readonly cell: number; readonly passed: PassedRequest },
): Promise<FastifyReply> {
  const over = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) {
      over.abort();
    }
  });
  let cause: unknown;
  for (const server of serversInTurn(servers, cell)) {
    try {
      return answerWith(reply, passed, await connections.send(server, passed, over.signal));
    } catch (error) {
      request.log.warn({ requestId: request.id, cell, err: error }, "a server did not answer");
      cause = error;
      if (!(error instanceof NotSentError)) {
        break;
      }
    }
  }
  const isSent = cause !== undefined && !(cause instanceof NotSentError);
  throw isSent && !["GET", "HEAD"].includes(passed.method)
    ? new Refusal("outcome_unknown", { cause })
    : unavailable(cell, cause);
}
