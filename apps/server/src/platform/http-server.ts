import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import cors from "@fastify/cors";
import underPressure from "@fastify/under-pressure";
import type { Locale } from "@tessera/contract/errors/locales";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Session } from "./authentication.ts";
import type { Config } from "./config.ts";
import { answerProblem, registerErrorAnswers } from "./error-answers.ts";
import { inlineScriptsOf } from "./inline-scripts.ts";
import type { Logger } from "./logger.ts";
import { problemBody } from "./problem.ts";
import { requirePolicies } from "./route-policies.ts";
import { type SecurityHeaders, securityHeaders } from "./security-headers.ts";
import { shedLoad } from "./shed-load.ts";
import { parseStrictJson } from "./strict-json.ts";
import { addressOf, isForConsole, registerWebApp } from "./web-app.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body's bytes as they came, for fingerprints. */
    rawBody: Buffer | null;
    session: Session | null;
    readerLocale: Locale | null;
  }
}

const BODY_LIMIT_BYTES = 64 * 1_024;
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 10_000;
const DRAIN_INTERVAL_MS = 50;
const MAX_HEADER_BYTES = 16 * 1_024;
const MAX_CONNECTIONS = 2_000;
/** Beyond this the process is no longer keeping up and says so. */
const MAX_EVENT_LOOP_DELAY_MS = 1_000;

/** What a reading script may see of an answer beside its body. */
const EXPOSED_HEADERS = ["X-Captcha-Id", "Retry-After", "X-Request-Id", "Idempotent-Replayed"];

function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const code = isLate ? "request_timeout" : "malformed_request";
  const body = JSON.stringify(problemBody({ code, locale: "en", requestId: randomUUID() }));
  socket.end(
    [
      `HTTP/1.1 ${isLate ? "408 Request Timeout" : "400 Bad Request"}`,
      "Content-Type: application/problem+json; charset=utf-8",
      "Connection: close",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
}

function createServer(config: Config, log: Logger): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  return Fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: 1_000,
    },
    // A list of networks or nothing: a number or `true` would believe anybody's header.
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    rewriteUrl: addressOf,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // A logger of its own for each request costs more than most requests' lines; whoever logs
    // about a request names it.
    childLoggerFactory: (logger) => logger,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      answerProblem(error, request, reply);
    },
  });
}

/** JSON is what Tessera reads, uncompressed, its bytes kept; files have routes of their own. */
function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    // Fastify matches the type as it writes it itself, with the parameter in quotes.
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
        "Last-Event-ID",
      ],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: 600,
    });
  }
}

/**
 * Closes connections as they fall idle during a stop. Fastify closes those that are idle when it
 * begins; one that was answering would then be waited for until its keep-alive ends.
 */
function registerDraining(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    if (!app.server.listening) {
      return;
    }
    const sweeping = setInterval(() => app.server.closeIdleConnections(), DRAIN_INTERVAL_MS);
    app.server.once("close", () => clearInterval(sweeping));
    sweeping.unref();
  });
}

interface HttpServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Folder of the built console; served where it has an `index.html`. */
  readonly webRoot: string;
}

/** A Fastify with Tessera's bounds, bodies, headers and errors, and no route yet. */
export async function createHttpServer({
  config,
  log,
  webRoot,
}: HttpServerOptions): Promise<{ app: FastifyInstance; headers: SecurityHeaders }> {
  const app = createServer(config, log);
  const headers = securityHeaders(config, inlineScriptsOf(webRoot));
  app.decorateRequest("rawBody", null);
  app.decorateRequest("session", null);
  app.decorateRequest("readerLocale", null);
  app.server.maxConnections = MAX_CONNECTIONS;
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(isForConsole(request.url) ? headers.web : headers.api);
    reply.header("x-request-id", request.id);
    done();
  });
  requirePolicies(app);
  registerBodies(app);
  registerDraining(app);
  await registerCors(app, config);
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler: shedLoad,
    exposeStatusRoute: false,
  });
  registerErrorAnswers(app, await registerWebApp(app, webRoot));
  return { app, headers };
}
