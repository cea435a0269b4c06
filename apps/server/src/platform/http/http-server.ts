import { randomUUID } from "node:crypto";
import cors from "@fastify/cors";
import underPressure from "@fastify/under-pressure";
import type { Locale } from "@tessera/contract/errors/locales";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { directRequests, type RequestDirections, readVouches } from "../cells/direct-requests.ts";
import type { Config } from "../config/config.ts";
import { ADMISSION_LIMITS, registerAdmission } from "../overload/admission.ts";
import type { AdmissionLimits } from "../overload/admission-queue.ts";
import { registerDraining } from "../overload/drain.ts";
import { ARRIVAL_LIMITS, type ArrivalLimits, watchArrival } from "../overload/request-arrival.ts";
import { shedLoad } from "../overload/shed-load.ts";
import type { Logger } from "../telemetry/logger.ts";
import { createAccessLog } from "../telemetry/request-log.ts";
import { StorageTrouble } from "../telemetry/storage-trouble.ts";
import { collectMethods } from "./allowed-methods.ts";
import type { ApiKeys } from "./api-keys/admit-key.ts";
import { refuseKeysInUrls } from "./api-keys/keys-in-urls.ts";
import type { Session } from "./authentication.ts";
import { type BrokenRequests, createBrokenRequests } from "./broken-requests.ts";
import { answerProblem, registerErrorAnswers } from "./error-answers.ts";
import { inlineScriptsOf } from "./inline-scripts.ts";
import { Refusal } from "./refusal.ts";
import { registerHostCheck } from "./require-host.ts";
import { requirePolicies } from "./route-policies.ts";
import { securityHeaders } from "./security-headers.ts";
import { parseStrictJson } from "./strict-json.ts";
import { addressOf, isForConsole, refuseUndecodable, registerWebApp } from "./web-app.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body's bytes as received, used for fingerprints. */
    rawBody: Buffer | null;
    session: Session | null;
    readerLocale: Locale | null;
    /** The code of the problem that is the response; null for a success. */
    problemCode: string | null;
    /**
     * Whether this request made another request with the same key, which the log of the key's calls
     * records in its place.
     */
    hasInnerCall: boolean;
  }
  interface FastifyInstance {
    storageTrouble: StorageTrouble;
  }
}

const BODY_LIMIT_BYTES = 64 * 1_024;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1_024;
const MAX_CONNECTIONS = 2_000;
/** The event-loop delay in milliseconds above which the process rejects calls. */
const MAX_EVENT_LOOP_DELAY_MS = 1_000;

/** Response headers that a script on another site can read. */
const EXPOSED_HEADERS = ["X-Captcha-Id", "Retry-After", "X-Request-Id", "Idempotent-Replayed"];

function createServer(
  config: Config,
  log: Logger,
  { uploadMs }: ArrivalLimits,
  broken: BrokenRequests,
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  return Fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    bodyLimit: BODY_LIMIT_BYTES,
    // The longest of all timeouts. `watchArrival` enforces the timeout that applies to each
    // request.
    requestTimeout: uploadMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node would respond with an empty 400, while registerHostCheck responds with a problem.
      requireHostHeader: false,
      connectionsCheckingInterval: 1_000,
    },
    // A list of networks or `false`. A number or `true` would mean trusting any client's header.
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    rewriteUrl: addressOf,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Creating a logger for every request costs more than writing the log line. Code that logs adds
    // the request's id itself.
    childLoggerFactory: (logger) => logger,
    exposeHeadRoutes: true,
    forceCloseConnections: "idle",
    // registerDraining responds to these requests with a problem instead.
    return503OnClosing: false,
    clientErrorHandler: broken.answer,
    // Schemas limit the length of parameters. Fastify's own limit would reject a request before any
    // hook sees it.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    frameworkErrors: (error, request, reply) => {
      // The error itself is not passed on, since its message contains the path.
      const refusal = new Refusal("malformed_request", { internal: error.code });
      answerProblem(refusal, request, reply);
    },
  });
}

/**
 * Registers the body parsers. Tessera accepts uncompressed JSON and keeps its bytes. File uploads
 * have their own routes.
 */
function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    // Fastify compares the media type in its own notation, with the parameter in quotes.
    /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i,
    { parseAs: "buffer" },
    (request, body: Buffer, done) => {
      request.rawBody = body;
      try {
        done(null, body.length === 0 ? undefined : parseStrictJson(body));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), undefined);
      }
    },
  );
}

async function registerCors(app: FastifyInstance, config: Config): Promise<void> {
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: config.corsOrigins.includes("*") ? "*" : [...config.corsOrigins],
      methods: ["GET", "POST", "PUT", "DELETE"],
      allowedHeaders: [
        "Authorization",
        "Content-Type",
        "Idempotency-Key",
        "X-Proof",
        "X-Tessera-Cell",
        "Last-Event-ID",
      ],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: 600,
    });
  }
}

interface HttpServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** The folder of the built console, which is served if it contains an `index.html`. */
  readonly webRoot: string;
  /** Smaller admission limits, for tests. */
  readonly admission?: AdmissionLimits;
  readonly arrival?: ArrivalLimits | undefined;
  /** Maximum event-loop delay, in milliseconds, before calls are rejected. 0 means no limit. */
  readonly maxEventLoopDelayMs?: number | undefined;
  /** Where to send requests that belong to other cells; undefined if there are none. */
  readonly directions?: RequestDirections | undefined;
  /** Revokes an API key that was sent in a URL. */
  readonly revokeExposed?: ApiKeys["revokeExposed"] | undefined;
}

/**
 * Creates a Fastify server with Tessera's limits, body parsers, headers and error handling, and no
 * routes yet.
 */
export async function createHttpServer({
  config,
  log,
  webRoot,
  admission = ADMISSION_LIMITS,
  arrival = ARRIVAL_LIMITS,
  maxEventLoopDelayMs = MAX_EVENT_LOOP_DELAY_MS,
  directions,
  revokeExposed,
}: HttpServerOptions): Promise<{ app: FastifyInstance }> {
  const accessLog = createAccessLog(log);
  const broken = createBrokenRequests(accessLog);
  const app = createServer(config, log, arrival, broken);
  const headers = securityHeaders(config, inlineScriptsOf(webRoot));
  app.decorateRequest("rawBody", null);
  app.decorateRequest("session", null);
  app.decorateRequest("readerLocale", null);
  app.decorateRequest("problemCode", null);
  app.decorateRequest("hasInnerCall", false);
  app.decorateRequest("vouch", null);
  app.decorateRequest("isPassedOn", false);
  app.decorate("storageTrouble", new StorageTrouble());
  app.server.maxConnections = MAX_CONNECTIONS;
  if (directions !== undefined) {
    readVouches(app, directions);
  }
  accessLog.register(app);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(isForConsole(request.url) ? headers.web : headers.api);
    reply.header("x-request-id", request.id);
    watchArrival(request, arrival, () => broken.endLate(request, reply));
    done();
  });
  registerDraining(app);
  registerHostCheck(app);
  if (directions !== undefined) {
    directRequests(app, directions);
  }
  if (revokeExposed !== undefined) {
    refuseKeysInUrls(app, revokeExposed);
  }
  requirePolicies(app);
  const methods = collectMethods(app);
  registerBodies(app);
  await registerCors(app, config);
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler: shedLoad,
    exposeStatusRoute: false,
  });
  registerAdmission(app, admission);
  registerErrorAnswers(app, { web: await registerWebApp(app, webRoot), methods });
  refuseUndecodable(app);
  return { app };
}
