import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../http/refusal.ts";
import { type AdmissionLimits, AdmissionQueue, type Urgency } from "./admission-queue.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route's urgency under overload; by default, derived from the method. */
    urgency?: Urgency;
  }
}

/**
 * The admission limits of one process. The limit of 192 concurrent calls exceeds what any benchmark
 * needs (128), but is low enough for the last call to get its response in time.
 */
export const ADMISSION_LIMITS: AdmissionLimits = {
  maxUnderWay: 192,
  maxMoneyUnderWay: 144,
  maxWaitMs: { read: 500, write: 1_000, money: 2_000 },
};

const RETRY_SECONDS = 2;
/**
 * Routes that are always admitted: monitoring, event streams (which cost nothing while open), tools
 * for language models, and the console's files.
 */
const ALWAYS_ADMITTED: ReadonlySet<string | undefined> = new Set([
  undefined,
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/events",
  // The call that a tool makes is admitted by itself; two turns for one could block each other.
  "/mcp",
  "/*",
  "*",
]);
/** The path prefix for messages from card networks and payout providers. */
const WEBHOOKS = "/webhooks/";

/** Returns a request's urgency, which is set on its route or otherwise derived from its method. */
export function urgencyOf({
  method,
  routeOptions,
}: Pick<FastifyRequest, "method" | "routeOptions">): Urgency {
  if (routeOptions.config?.urgency !== undefined) {
    return routeOptions.config.urgency;
  }
  if (routeOptions.url?.startsWith(WEBHOOKS) === true) {
    return "money";
  }
  return method === "GET" || method === "HEAD" ? "read" : "write";
}

/**
 * Returns whether a request has a body. A slow sender must not occupy a slot while the body
 * arrives.
 */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/**
 * Admits calls through one queue: calls without a body as soon as they arrive, and all others once
 * their body is complete. A call that waits too long is rejected with `overloaded` before any work
 * is done.
 */
export function registerAdmission(app: FastifyInstance, limits: AdmissionLimits): void {
  const queue = new AdmissionQueue(limits);
  // Created once instead of for every request.
  const leaving: Readonly<Record<Urgency, () => void>> = {
    money: () => queue.leave("money"),
    write: () => queue.leave("write"),
    read: () => queue.leave("read"),
  };

  async function requireTurn(request: FastifyRequest, raw: FastifyReply["raw"]): Promise<void> {
    const urgency = urgencyOf(request);
    const isAdmitted = await queue.enter(urgency);
    if (isAdmitted && !raw.closed) {
      // `close` is emitted even if the client disconnects before the response.
      raw.once("close", leaving[urgency]);
      return;
    }
    if (isAdmitted) {
      queue.leave(urgency);
    }
    throw new Refusal("overloaded", { retryAfterSeconds: RETRY_SECONDS });
  }

  app.addHook("onRequest", async (request, { raw }) => {
    if (!ALWAYS_ADMITTED.has(request.routeOptions.url) && !hasBody(request)) {
      await requireTurn(request, raw);
    }
  });
  app.addHook("preValidation", async (request, { raw }) => {
    if (!ALWAYS_ADMITTED.has(request.routeOptions.url) && hasBody(request)) {
      await requireTurn(request, raw);
    }
  });
}
