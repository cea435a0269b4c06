import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { type KeySession, keyTextOf } from "../http/api-keys/admit-key.ts";
import { addressBucket } from "../http/client-address.ts";
import { Refusal } from "../http/refusal.ts";
import { type Routing, routingOf } from "../http/route.ts";
import {
  RPC_CODES,
  RpcError,
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
 * Callers send an API key, whose scopes, ceilings, addresses and log apply to every tool.
 */
export function registerMcp(app: FastifyInstance, context: AppContext): void {
  const routing = routingOf(context);
  app.post(PATH, async (request, reply) => {
    const session = await callerOf(context, routing, request);
    const message = readMessage(request.body);
    if (message === undefined) {
      const error = new RpcError(RPC_CODES.invalidRequest, "This is no request of JSON-RPC 2.0.");
      return reply.code(400).send(rpcError(null, error));
    }
    if (message === "no_answer" || message.id === undefined) {
      return reply.code(202).send();
    }
    if (message.method !== "tools/call") {
      // The call that a tool makes is counted by itself.
      await countRequest(routing, session);
    }
    return reply.send(await answer(callerFor(app, request, session), message, message.id));
  });
  app.route({
    method: ["GET", "DELETE"],
    url: PATH,
    handler: async (_request, reply: FastifyReply) =>
      reply.code(405).header("allow", "POST").send(),
  });
}

/**
 * Returns whose key a request has.
 *
 * @throws Refusal `api_key_required`, `unauthenticated`, `api_key_address_refused`, `forbidden` for
 * a page of another site, `rate_limited`, `malformed_request` for an unknown protocol version
 */
async function callerOf(
  { config }: AppContext,
  { apiKeys, countRequest: count }: Routing,
  request: FastifyRequest,
): Promise<KeySession> {
  count(addressBucket(request.ip));
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
  const session = await apiKeys.session(text);
  if (session === undefined) {
    throw new Refusal("unauthenticated");
  }
  if (!session.key.isAllowedFrom(request.ip)) {
    throw new Refusal("api_key_address_refused");
  }
  if (version !== undefined && !VERSIONS.includes(version)) {
    throw new Refusal("malformed_request", { internal: "an unknown version of the protocol" });
  }
  return session;
}

function countRequest({ rateLimits }: Routing, { key }: KeySession): Promise<void> {
  const { id, callsPerMinute: max } = key;
  return rateLimits.take([{ bucket: "api-key", max, windowSeconds: MINUTE_SECONDS, key: id }]);
}

async function answer(
  caller: McpCaller,
  message: RpcRequest,
  id: NonNullable<RpcRequest["id"]>,
): Promise<object> {
  try {
    return rpcResult(id, await answerMcp(caller, message));
  } catch (error) {
    if (error instanceof RpcError) {
      return rpcError(id, error);
    }
    throw error;
  }
}

/** Returns a caller whose tools make requests to this app, as the key's software would. */
function callerFor(
  app: FastifyInstance,
  { headers, ip }: FastifyRequest,
  { key }: KeySession,
): McpCaller {
  return {
    scopes: key.scopes,
    async request({ method, url, body, idempotencyKey }: ToolRequest) {
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
