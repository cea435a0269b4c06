import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { keyTextOf } from "../http/api-keys/admit-key.ts";
import type { KeyUse } from "../http/api-keys/key-use.ts";
import { addressBucket } from "../http/client-address.ts";
import { Refusal } from "../http/refusal.ts";
import { type Routing, routingOf } from "../http/route.ts";
import {
  RPC_CODES,
  RpcError,
  type RpcId,
  type RpcRequest,
  readMessage,
  rpcError,
  rpcResult,
} from "./json-rpc.ts";
import { answerMcp, MCP_VERSIONS, type McpCaller } from "./mcp-protocol.ts";
import type { ToolRequest } from "./tool-schema.ts";

const PATH = "/mcp";
const MINUTE_SECONDS = 60;
const VERSIONS: readonly unknown[] = MCP_VERSIONS;

/**
 * Registers the MCP server: streamable HTTP without streams, since the server never speaks first.
 * Callers send an API key, whose scopes, ceilings, addresses and log apply to every tool. The
 * request that a tool makes is counted and logged by itself, and everything else here.
 */
export function registerMcp(app: FastifyInstance, context: AppContext): void {
  const routing = routingOf(context);
  app.post(PATH, {
    onRequest: (request) => admit(context, routing, request),
    handler: async (request, reply) => {
      const message = readMessage(request.body);
      const wanted = message === "no_answer" ? undefined : message;
      if (wanted?.id === undefined || wanted.method !== "tools/call") {
        await countRequest(routing, request);
      }
      if (message === undefined) {
        const error = new RpcError(RPC_CODES.invalidRequest, "This is no request of JSON-RPC 2.0.");
        return reply.code(400).send(rpcError(null, error));
      }
      if (wanted?.id === undefined) {
        return reply.code(202).send();
      }
      return reply.send(await answer(app, routing, request, wanted, wanted.id));
    },
    errorHandler: async (error, request) => {
      // A body that cannot be read, such as one that is no JSON, never reaches the handler.
      if (!(error instanceof Refusal)) {
        await countRequest(routing, request);
      }
      throw error;
    },
  });
  app.route({
    method: ["GET", "DELETE"],
    url: PATH,
    handler: async (_request, reply: FastifyReply) =>
      reply.code(405).header("allow", "POST").send(),
  });
}

/**
 * Admits a request with an API key. As at every other call, an address that the key may not be used
 * from does not use up the key's rate.
 *
 * @throws Refusal `api_key_required`, `unauthenticated`, `api_key_address_refused`, `forbidden` for
 * a page of another site, `rate_limited`, `malformed_request` for an unknown protocol version
 */
async function admit(
  { config }: AppContext,
  routing: Routing,
  request: FastifyRequest,
): Promise<void> {
  routing.countRequest(addressBucket(request.ip));
  const { origin, "mcp-protocol-version": version } = request.headers;
  const own = [config.publicUrl, ...config.corsOrigins].map((url) => URL.parse(url)?.origin);
  const isOpen = config.corsOrigins.includes("*");
  if (origin !== undefined && !isOpen && !own.includes(origin)) {
    throw new Refusal("forbidden", { internal: "another site's page" });
  }
  const text = keyTextOf(request);
  if (text === undefined) {
    throw new Refusal("api_key_required");
  }
  const session = await routing.apiKeys.session(text);
  if (session === undefined) {
    throw new Refusal("unauthenticated");
  }
  // Set before any refusal, so that the log of the key's calls has the refused ones.
  request.session = session;
  if (!session.key.isAllowedFrom(request.ip)) {
    throw new Refusal("api_key_address_refused");
  }
  if (version !== undefined && !VERSIONS.includes(version)) {
    await countRequest(routing, request);
    throw new Refusal("malformed_request", { internal: "an unknown version of the protocol" });
  }
}

function keyOf({ session }: FastifyRequest): KeyUse {
  if (session?.key === undefined) {
    throw new Error("a request without an API key was admitted");
  }
  return session.key;
}

/** Counts a request that makes no inner call, which would count itself. */
function countRequest({ rateLimits }: Routing, request: FastifyRequest): Promise<void> {
  const { id, callsPerMinute: max } = keyOf(request);
  return rateLimits.take([{ bucket: "api-key", max, windowSeconds: MINUTE_SECONDS, key: id }]);
}

async function answer(
  app: FastifyInstance,
  routing: Routing,
  request: FastifyRequest,
  message: RpcRequest,
  id: RpcId,
): Promise<object> {
  try {
    return rpcResult(id, await answerMcp(callerFor(app, request), message));
  } catch (error) {
    if (error instanceof RpcError) {
      if (message.method === "tools/call" && !request.hasInnerCall) {
        await countRequest(routing, request);
      }
      return rpcError(id, error);
    }
    throw error;
  }
}

/** Returns a caller whose tools make requests to this app, as the key's software would. */
function callerFor(app: FastifyInstance, request: FastifyRequest): McpCaller {
  const { headers, ip } = request;
  return {
    scopes: keyOf(request).scopes,
    async request({ method, url, body, idempotencyKey }: ToolRequest) {
      request.hasInnerCall = true;
      const { statusCode: status, body: text } = await app.inject({
        method,
        url,
        remoteAddress: ip,
        headers: {
          ...{ authorization: headers.authorization, host: headers.host },
          ...(headers["user-agent"] !== undefined && { "user-agent": headers["user-agent"] }),
          ...(headers["accept-language"] !== undefined && {
            "accept-language": headers["accept-language"],
          }),
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      return { status, text };
    },
  };
}
