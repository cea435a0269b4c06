import { ERRORS, type ErrorCode } from "@tessera/contract/errors/catalog";
import { CommitRefusedError, databaseErrorKind } from "@tessera/database";
import { DeadlineError, LedgerBusyError, LedgerClosedError } from "@tessera/ledger";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { routeOf } from "../telemetry/request-log.ts";
import type { AllowedMethods } from "./allowed-methods.ts";
import { pickLocale } from "./locale.ts";
import { problemBody } from "./problem.ts";
import { Refusal } from "./refusal.ts";
import { MalformedJsonError } from "./strict-json.ts";
import type { WebApp } from "./web-app.ts";

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: "unauthenticated",
  // The static file plugin responds with 403 for a path outside the console's files.
  403: "not_found",
  404: "not_found",
  405: "not_found",
  408: "request_timeout",
  413: "payload_too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
};

/** The `WWW-Authenticate` header of a 401. */
export const AUTHENTICATE = "Bearer";

/** Number of seconds to wait before retrying, for errors that are temporary. */
const RETRY_SECONDS: Partial<Readonly<Record<ErrorCode, number>>> = {
  cell_unavailable: 5,
  overloaded: 2,
  outcome_unknown: 2,
  shutting_down: 5,
  unavailable: 30,
};

function statusOf(error: unknown): number | undefined {
  return typeof error === "object" &&
    error !== null &&
    "statusCode" in error &&
    typeof error.statusCode === "number"
    ? error.statusCode
    : undefined;
}

function refusalOfDatabase(error: unknown): Refusal | undefined {
  switch (databaseErrorKind(error)) {
    // A value that a schema should have rejected. It is logged as an error in the schema, but
    // reported to the caller as an error in the call. A write gets another answer, below.
    case "invalid_value":
      return new Refusal("malformed_request", { cause: error });
    case "unknown_outcome":
      return new Refusal("outcome_unknown", { cause: error });
    // The database accepts no writes at the moment.
    case "out_of_resources":
    case "read_only":
      return new Refusal("unavailable", { cause: error });
    case "too_many_connections":
    case "server_unavailable":
    case "connection_lost":
    case "statement_cancelled":
    case "idle_transaction_ended":
    case "transaction_aborted":
    case "lock_timeout":
    case "deadlock":
    case "serialization_failure":
      return new Refusal("overloaded", { cause: error });
    default:
      return undefined;
  }
}

/**
 * Converts a thrown value into the error that the caller receives. Unknown errors become `internal`
 * and reveal nothing.
 */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) {
    return error;
  }
  if (error instanceof MalformedJsonError) {
    return new Refusal("malformed_request", { internal: error.message });
  }
  // A full queue, a missed deadline, a shutdown, or a transaction rolled back by PostgreSQL.
  // Nothing was written, so a retry is safe.
  if (
    error instanceof CommitRefusedError ||
    error instanceof LedgerBusyError ||
    error instanceof DeadlineError ||
    error instanceof LedgerClosedError
  ) {
    return new Refusal("overloaded", { cause: error });
  }
  const ofDatabase = refusalOfDatabase(error);
  if (ofDatabase !== undefined) {
    return ofDatabase;
  }
  const status = statusOf(error);
  if (status === 503) {
    return new Refusal("overloaded", { cause: error });
  }
  if (status !== undefined && status >= 400 && status < 500) {
    return new Refusal(CODE_BY_STATUS[status] ?? "malformed_request", { cause: error });
  }
  return new Refusal("internal", { cause: error });
}

/** Methods that change nothing. */
const READING: readonly string[] = ["GET", "HEAD"];

/** Returns whether Fastify threw an error, which it does only before a handler runs. */
function isOfFastify(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    String(error.code).startsWith("FST_")
  );
}

/**
 * Returns whether an error says that the request is wrong although its handler was already running.
 * PostgreSQL does so for a value that it cannot read, and the libraries of providers for their own
 * requests.
 */
function blamesRequest(error: unknown): boolean {
  const status = isOfFastify(error) ? undefined : statusOf(error);
  return (
    databaseErrorKind(error) === "invalid_value" ||
    (status !== undefined && status >= 400 && status < 500)
  );
}

/**
 * Converts an error like {@link refusalOf}, but never blames a write whose handler was running: by
 * then the call has passed its schema, and this attempt or an earlier one may have committed. A
 * caller would take the blame as final, and the money would have moved.
 */
function refusalOfRequest(error: unknown, { method }: FastifyRequest): Refusal {
  const isWrite = !READING.includes(method);
  return isWrite && !(error instanceof Refusal) && blamesRequest(error)
    ? new Refusal("outcome_unknown", { cause: error })
    : refusalOf(error);
}

function report(request: FastifyRequest, refusal: Refusal, error: unknown): void {
  const { status } = ERRORS[refusal.code];
  const { id: requestId } = request;
  const facts = { requestId, route: routeOf(request), code: refusal.code };
  if (status >= 500 && RETRY_SECONDS[refusal.code] === undefined) {
    request.log.error({ ...facts, err: error }, "a call failed");
  } else if (refusal.cause !== undefined) {
    request.log.warn({ ...facts, err: error }, "a call was refused");
  } else if (refusal.message !== refusal.code) {
    request.log.info({ ...facts, reason: refusal.message }, "a call was refused");
  }
}

/** Returns the reader's language, which is determined once per request. */
export function localeOf(request: FastifyRequest) {
  request.readerLocale ??= pickLocale(request.headers["accept-language"]);
  return request.readerLocale;
}

/**
 * Returns whether an error means only that the body stopped arriving because either side closed the
 * connection. The access log already records this.
 */
function isInterruption(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.errored !== null && error === raw.errored;
}

/** Responds to a request with the problem that corresponds to a thrown value. */
export function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = isInterruption(error, request)
    ? new Refusal(request.cutOff ?? "malformed_request")
    : refusalOfRequest(error, request);
  report(request, refusal, error);
  request.problemCode = refusal.code;
  if (refusal.code === "unavailable") {
    request.server.storageTrouble.note();
  }
  const retryAfterSeconds = refusal.retryAfterSeconds ?? RETRY_SECONDS[refusal.code];
  if (retryAfterSeconds !== undefined) {
    reply.header("retry-after", String(retryAfterSeconds));
  }
  const body = problemBody({
    code: refusal.code,
    locale: localeOf(request),
    requestId: request.id,
    fields: refusal.fields,
    blockedBy: refusal.blockedBy,
    changed: refusal.changed,
    funds: refusal.funds,
    limit: refusal.limit,
    member: refusal.member,
    secondFactor: refusal.secondFactor,
  });
  if (body.status === 401) {
    // HTTP requires every 401 response to say how to authenticate.
    reply.header("www-authenticate", AUTHENTICATE);
  }
  return reply
    .code(body.status)
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(body));
}

/**
 * Returns whether the console's file server rejected a path, such as one that leads out of its
 * folder.
 */
function isUnknownPath(error: unknown): boolean {
  return !(error instanceof Refusal) && refusalOf(error).code === "not_found";
}

/** Determines the response to a request that matches no endpoint. */
interface Untaken {
  readonly web: WebApp;
  readonly methods: AllowedMethods;
}

/**
 * Sends all errors as problem responses. A known path with a wrong method gets 405 and `Allow`. An
 * unknown path gets 404, unless it is a page of the console. A request without a route gets its
 * response before its body is read.
 */
export function registerErrorAnswers(app: FastifyInstance, { web, methods }: Untaken): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const own = methods.of(request.url);
    const allowed = own.length === 0 && web.isKnown(request) ? READING : own;
    if (allowed.length === 0 || allowed.includes(request.method)) {
      return answerProblem(new Refusal("not_found"), request, reply);
    }
    request.routeOfPath = methods.routeOf(request.url);
    reply.header("allow", allowed.join(", "));
    return answerProblem(new Refusal("method_not_allowed"), request, reply);
  };
  app.setErrorHandler((error, request, reply) =>
    isUnknownPath(error) && web.isPage(request)
      ? reply.code(200).sendFile("index.html")
      : answerProblem(error, request, reply),
  );
  app.addHook("onRequest", (request, reply, done) => {
    const { is404, method, routeOptions } = request;
    const isOfAnother =
      routeOptions.url?.includes(":") === true &&
      methods.ofLiteral(request.url)?.includes(method) === false;
    if (isOfAnother || is404) {
      refuse(request, reply);
    } else {
      done();
    }
  });
  app.setNotFoundHandler((request, reply) =>
    methods.of(request.url).length === 0 && web.isPage(request)
      ? reply.code(200).sendFile("index.html")
      : refuse(request, reply),
  );
}
