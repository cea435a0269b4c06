import type { Readable } from "node:stream";
import { type Endpoint, EVERYBODY, keyUseOf, rolesOf } from "@tessera/contract/endpoint";
import { visibleText } from "@tessera/contract/visible-text";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions as RouteOptionsOfFastify,
} from "fastify";
import type { ZodMiniType, z } from "zod/mini";
import { cellRoutes } from "../cells/cell-routes.ts";
import { requireCellOf } from "../cells/require-cell-of.ts";
import type { AppContext } from "../context.ts";
import { routeFile } from "../files/route-file.ts";
import { type Idempotency, parseIdempotencyKey } from "../idempotency/idempotency.ts";
import { newId } from "../ids.ts";
import type { Limit } from "../rate-limit/rate-limit.ts";
import type { Hit, RateLimits } from "../rate-limit/rate-limit-counter.ts";
import { defineService, replaceService } from "../service.ts";
import {
  answerOnce,
  KeptAnswer,
  oncePerKeyOf,
  type ReadAhead,
  type SentBody,
  send,
} from "./answer-once.ts";
import { type ApiKeys, admitKey, keyTextOf } from "./api-keys/admit-key.ts";
import {
  type Authenticator,
  type OperatorsOfCells,
  requireProof,
  requireSession,
  type Session,
} from "./authentication.ts";
import type { Call } from "./call.ts";
import { checkInput } from "./check-input.ts";
import { addressBucket } from "./client-address.ts";
import { localeOf } from "./error-answers.ts";
import { type CellOf, inItsCell } from "./in-its-cell.ts";
import { requirePermission } from "./member-calls.ts";
import type { OverCells } from "./over-cells.ts";
import { Refusal } from "./refusal.ts";
import { vouchedSession } from "./vouched-session.ts";

type Body<E extends Endpoint> = E["success"]["body"] extends ZodMiniType
  ? z.input<E["success"]["body"]>
  : Buffer | Readable | undefined;

/**
 * Handles a call. `row` is the row read by {@link RouteOptions.readAhead}. Returning a {@link
 * KeptAnswer} tells the route which responses do not have to be stored under the key.
 */
export type Handler<E extends Endpoint, Row = never> = (
  call: Call<E>,
  row: Row | null,
) => Promise<Body<E> | KeptAnswer<Body<E>>>;

/** A rate limit on one endpoint, counted per IP address, per customer, or per value in the call. */
export interface RouteLimit<E extends Endpoint> extends Limit {
  readonly by: "ip" | "customer" | ((call: Call<E>) => string);
}

export interface RouteOptions<E extends Endpoint, Row extends { readonly id: string } = never> {
  readonly limits?: readonly RouteLimit<E>[];
  /** Asked only in a program with several cells. */
  readonly cellOf?: CellOf<E>;
  /** How the responses of all cells become one, for an operators' call with `cells: "all"`. */
  readonly overCells?: OverCells<E>;
  /**
   * Whether an idempotent call moves no real money and therefore does not count toward the limits
   * on money.
   */
  readonly movesNoMoney?: boolean;
  /**
   * Reads the row that the handler needs in the statement that looks up the idempotency key. Only
   * for endpoints that require a key. The row is slightly older than a row read by the handler.
   */
  readonly readAhead?: ReadAhead<Call<E>, Row>;
}

/** Returns the durable limits, for operations that count some hits themselves. */
export function limitsOf(context: AppContext): RateLimits {
  return context.use(routingService).rateLimits;
}

/**
 * Everything that {@link route} needs in addition to the context. app.ts provides it once with
 * {@link provideRouting}.
 */
export interface Routing {
  readonly authenticator: Authenticator;
  readonly operators: OperatorsOfCells;
  readonly apiKeys: ApiKeys;
  readonly idempotency: Idempotency;
  readonly rateLimits: RateLimits;
  /** Endpoints registered so far, used for the inventory and the OpenAPI document. */
  readonly endpoints: Endpoint[];
  /**
   * Counts a request toward this process's coarse limits. Throws `rate_limited` if a limit is
   * exceeded.
   */
  countRequest(ip: string): void;
  countSession(session: Session): void;
}

const routingService = defineService<Routing>("routing", () => {
  throw new Error("provideRouting must be called before the first route");
});

/** Returns what all routes share, for the routes outside of the contract that need it. */
export function routingOf(context: AppContext): Routing {
  return context.use(routingService);
}

export function provideRouting(context: AppContext, routing: Routing): void {
  replaceService(context, routingService, routing);
}

const NOT_KEPT = { inLedger: false, isRepeat: false };

/** Limits on each customer's writes that move money, across all endpoints. */
const MONEY_WRITES: readonly RouteLimit<Endpoint>[] = [
  {
    bucket: "money",
    max: 500,
    windowSeconds: 86_400,
    burst: { max: 30, windowSeconds: 60 },
    by: "customer",
  },
];

/** Returns whether a call moves money or is a card network message, neither of which can wait. */
function isUrgent(
  { idempotencyKey, path }: Endpoint,
  { movesNoMoney }: { readonly movesNoMoney?: boolean },
): boolean {
  return (
    (idempotencyKey === "required" && movesNoMoney !== true) ||
    /^\/sandbox\/(?:network\/|cards\/:id\/purchase$)/.test(path)
  );
}

/**
 * Declares an endpoint and handles its calls in this order: access, coarse limits, input, the
 * endpoint's own limits, step-up token, idempotency, and finally the handler. The response is
 * parsed with the success schema, so that neither unlisted fields nor invisible characters leave
 * the server, no matter what was stored or received.
 */
export function route<const E extends Endpoint, Row extends { readonly id: string } = never>(
  app: FastifyInstance,
  context: AppContext,
  endpoint: E,
  handler: Handler<E, Row>,
  options: RouteOptions<E, Row> = {},
): void {
  if (endpoint.access === "sandbox" && context.config.mode !== "sandbox") {
    return;
  }
  if (endpoint.access === "operator" && rolesOf(endpoint).length === 0) {
    throw new Error(`${endpoint.method} ${endpoint.path} does not say which operators may call it`);
  }
  requireCellOf(endpoint, options.cellOf);
  if ((endpoint.cells === "all") !== (options.overCells !== undefined)) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} needs overCells if and only if all answer`,
    );
  }
  const routing = context.use(routingService);
  routing.endpoints.push(endpoint);
  const ownLimits = [
    ...(options.limits ?? []),
    ...(typeof endpoint.idempotencyKey === "string" && options.movesNoMoney !== true
      ? MONEY_WRITES
      : []),
  ];

  const once = oncePerKeyOf(routing.idempotency, endpoint, options.readAhead);

  const answerOf = async (call: Call<E>, row: Row | null) =>
    sentAnswer(endpoint, await handler(call, row));

  async function ownPart(call: Call<E>) {
    await admitCall(routing, endpoint, call, ownLimits);
    const made = await handler(call, null);
    return { body: Object(endpoint.success.body?.parse(made)), made };
  }

  const definition: RouteOptionsOfFastify = {
    method: endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access, ...(isUrgent(endpoint, options) && { urgency: "money" }) },
    onRequest: (request) => admit(context, endpoint, request),
    handler: async (request, reply) => {
      const call = callOf(endpoint, request, reply);
      const answer = async () => {
        const admitted = admitCall(routing, endpoint, call, ownLimits);
        if (isUnderKey(endpoint, request)) {
          return answerOnce(once, endpoint, call, { admitted, run: (row) => answerOf(call, row) });
        }
        await admitted;
        const { body } = await answerOf(call, null);
        return send(reply, endpoint.success.status, body);
      };
      return context.use(cellRoutes).isOnly
        ? answer()
        : inItsCell(context, {
            ...{ endpoint, call, answer, routing },
            ...{ cellOf: options.cellOf, over: options.overCells, own: () => ownPart(call) },
          });
    },
  };
  if (endpoint.file !== undefined) {
    routeFile(app, definition, endpoint.maxFileBytes);
  } else {
    app.route(definition);
  }
}

/** Returns what a handler returned as it is sent. */
function sentAnswer<E extends Endpoint>(
  endpoint: E,
  result: Body<E> | KeptAnswer<Body<E>>,
): KeptAnswer<SentBody> {
  const { body, ...kept } =
    result instanceof KeptAnswer ? result : new KeptAnswer(result, NOT_KEPT);
  const schema = endpoint.success.body;
  const sent: SentBody =
    schema === null
      ? (body as Buffer | Readable | undefined)
      : visibleText(JSON.stringify(schema.parse(body)));
  return new KeptAnswer(sent, kept);
}

/** Counts a call toward its endpoint's limits, then checks its step-up token. */
async function admitCall<E extends Endpoint>(
  routing: Routing,
  endpoint: E,
  call: Call<E>,
  limits: readonly RouteLimit<E>[],
): Promise<void> {
  await routing.rateLimits.take(hitsOf(limits, call));
  const { request } = call;
  const isProvenElsewhere = request.vouch?.operator !== undefined;
  if (endpoint.proof === true && request.session !== null && !isProvenElsewhere) {
    await requireProof(routing.authenticator, request.session, request);
  }
}

async function admit(
  context: AppContext,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const routing = context.use(routingService);
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new Refusal("unsupported_media_type");
  }
  if (endpoint.access === "sandbox") {
    return;
  }
  routing.countRequest(addressBucket(request.ip));
  if (endpoint.access === "public") {
    return;
  }
  if (endpoint.access === "optional") {
    request.session = await sessionIfLive(routing, request);
    return;
  }
  const session =
    (await vouchedSession(context, routing.operators, endpoint, request)) ??
    (await callerOf(routing, endpoint, request));
  if (!rolesOf(endpoint).includes(session.role)) {
    throw new Refusal("forbidden");
  }
  if (isMissingFactor(session) && !isOwnAccount(endpoint)) {
    throw new Refusal("second_factor_required");
  }
  requirePermission(endpoint, session);
  routing.countSession(session);
  request.session = session;
}

/** Returns whether an operator has no second factor. {@link requirePermission} checks members. */
function isMissingFactor({ lacksSecondFactor, member }: Session): boolean {
  return lacksSecondFactor && member === undefined;
}

/** Returns the caller of a request: a person with a session, or a person's software with a key. */
function callerOf(routing: Routing, endpoint: Endpoint, request: FastifyRequest): Promise<Session> {
  const keyText = keyTextOf(request);
  return keyText === undefined
    ? requireSession(routing.authenticator, request)
    : admitKey(routing, endpoint, request, keyText);
}

/**
 * Returns whether every signed-in user can make the call because it concerns only their own
 * account.
 */
function isOwnAccount(endpoint: Endpoint): boolean {
  const roles = rolesOf(endpoint);
  return endpoint.access === "session" && EVERYBODY.every((role) => roles.includes(role));
}

/** Treats a caller with an invalid token like a caller without one. Rethrows all other errors. */
async function sessionIfLive(routing: Routing, request: FastifyRequest): Promise<Session | null> {
  try {
    const session = await requireSession(routing.authenticator, request);
    routing.countSession(session);
    return session;
  } catch (error) {
    if (error instanceof Refusal && error.code === "unauthenticated") {
      return null;
    }
    throw error;
  }
}

/** Returns whether a call's response is stored under an idempotency key and replayed on retries. */
function isUnderKey(endpoint: Endpoint, request: FastifyRequest): boolean {
  const use = keyUseOf(endpoint);
  return (
    use === "required" || (use === "welcome" && request.headers["idempotency-key"] !== undefined)
  );
}

function keyOf(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  if (isUnderKey(endpoint, request)) {
    return parseIdempotencyKey(request.headers["idempotency-key"]);
  }
  return typeof endpoint.idempotencyKey === "string" ? newId() : undefined;
}

function callOf<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<E> {
  const input = checkInput(endpoint, request);
  // The endpoint's own flags determine these types, and the checks above guarantee the values.
  return {
    ...input,
    session: request.session ?? undefined,
    locale: localeOf(request),
    requestId: request.id,
    ip: request.ip,
    idempotencyKey: keyOf(endpoint, request),
    request,
    reply,
  } as Call<E>;
}

function hitsOf<E extends Endpoint>(limits: readonly RouteLimit<E>[], call: Call<E>): Hit[] {
  return limits.map(({ by, ...limit }) => {
    const caller = by === "ip" ? addressBucket(call.ip) : (call.session?.customerId ?? call.ip);
    return { ...limit, key: typeof by === "function" ? by(call) : caller };
  });
}
