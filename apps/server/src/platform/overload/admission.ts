import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../http/refusal.ts";
import { type AdmissionLimits, AdmissionQueue, type Urgency } from "./admission-queue.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The urgency of a call under overload; if absent, by its method. */
    urgency?: Urgency;
  }
}

/**
 * The limits of one process. 192 concurrent calls are more than any benchmark uses (128), and few
 * enough for the last of them to be answered in time.
 */
export const ADMISSION_LIMITS: AdmissionLimits = {
  maxUnderWay: 192,
  maxMoneyUnderWay: 144,
  maxWaitMs: { read: 500, write: 1_000, money: 2_000 },
};

const RETRY_SECONDS = 2;
/** Monitoring, event streams (which cost nothing while open), and the console's files. */
const ALWAYS_ADMITTED: ReadonlySet<string | undefined> = new Set([
  undefined,
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/events",
  "/*",
  "*",
]);
/** Messages of card networks and payout providers. */
const WEBHOOKS = "/webhooks/";

/** Returns a request's urgency: its route's setting, otherwise by its method. */
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

/** Returns whether a body follows; a slow sender must not hold a slot while it arrives. */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/**
 * Admits calls through one queue: those without a body on arrival, others once their body is
 * complete. A call that waits too long is refused with `overloaded` before any work is done.
 */
export function registerAdmission(app: FastifyInstance, limits: AdmissionLimits): void {
  const queue = new AdmissionQueue(limits);
  // Created once, not for each request.
  const leaving: Readonly<Record<Urgency, () => void>> = {
    money: () => queue.leave("money"),
    write: () => queue.leave("write"),
    read: () => queue.leave("read"),
  };

  async function requireTurn(request: FastifyRequest, raw: FastifyReply["raw"]): Promise<void> {
    const urgency = urgencyOf(request);
    const isAdmitted = await queue.enter(urgency);
    if (isAdmitted && !raw.closed) {
      // Emitted even if the client disconnects before the response.
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
