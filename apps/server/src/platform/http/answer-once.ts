import { hash } from "node:crypto";
import type { Readable } from "node:stream";
import { type Endpoint, keyUseOf } from "@tessera/contract/endpoint";
import { ERRORS } from "@tessera/contract/errors/catalog";
import type { Locale } from "@tessera/contract/errors/locales";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RowsToRead } from "../idempotency/idempotency.repository.ts";
import type {
  Answer,
  Idempotency,
  IdempotentJob,
  IdempotentRequest,
} from "../idempotency/idempotency.ts";
import { refusalOf } from "./error-answers.ts";
import { problemBody } from "./problem.ts";

/**
 * A response body, with a flag for whether the ledger keeps it. A handler returns this instead of
 * the body.
 */
export class KeptAnswer<Body> {
  readonly body: Body;
  /**
   * Whether the ledger returns this success on every retry. Since the write itself reproduces the
   * response, no second copy is stored under the key.
   */
  readonly inLedger: boolean;
  /** Whether the ledger returned an earlier result, which makes this call a retry. */
  readonly isRepeat: boolean;

  constructor(body: Body, kept: { readonly inLedger: boolean; readonly isRepeat: boolean }) {
    this.body = body;
    this.inLedger = kept.inLedger;
    this.isRepeat = kept.isRepeat;
  }
}

/** A response body in the form in which it is sent. */
export type SentBody = string | Buffer | Readable | undefined;

/** The parts of a call that determine its response under an idempotency key. */
interface KeyedCall {
  readonly session: { readonly customerId: string } | undefined;
  readonly idempotencyKey: string | undefined;
  readonly locale: Locale;
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Describes the row to read in the statement that looks up a call's idempotency key. */
export interface ReadAhead<C, Row extends { readonly id: string }> {
  readonly rows: RowsToRead<Row>;
  /** Returns the row's UUID, or undefined to read no row. */
  readonly idOf: (call: C) => string | undefined;
}

const NO_BYTES = Buffer.alloc(0);

function fingerprintOf(endpoint: Endpoint, request: FastifyRequest): string {
  const { params, query, rawBody } = request;
  const named = endpoint.query === undefined ? [params] : [params, query];
  const head = Buffer.from(`${named.map((part) => JSON.stringify(part)).join("\n")}\n`);
  return hash("sha256", Buffer.concat([head, rawBody ?? NO_BYTES]), "hex");
}

/** State errors after which the same call under the same key may succeed later. */
const NOT_FINAL: readonly string[] = [
  "idempotency_in_progress",
  "acceptance_required",
  "account_closing_open",
];

/** Returns the response to store for a final state error. Any other error leaves the key unused. */
function finalRefusal(error: unknown, call: KeyedCall): Answer {
  const refusal = refusalOf(error);
  const { status } = ERRORS[refusal.code];
  if (status !== 409 || NOT_FINAL.includes(refusal.code)) {
    throw error;
  }
  const { code, fields, blockedBy, changed, funds, limit } = refusal;
  const { locale, requestId } = call;
  const told = { code, fields, blockedBy, changed, funds, limit };
  const body = problemBody({ ...told, locale, requestId });
  return { status, body: JSON.stringify(body), isFinal: true };
}

/** Runs a request once, with the row that the endpoint reads ahead, or null. */
type RunOnce<C, Row> = (
  call: C,
  request: IdempotentRequest,
  job: IdempotentJob<Row | null>,
) => ReturnType<Idempotency["once"]>;

/**
 * Returns the function that runs an endpoint's calls once per key, including any row that the
 * endpoint reads ahead.
 */
export function oncePerKeyOf<C, Row extends { readonly id: string }>(
  idempotency: Idempotency,
  endpoint: Endpoint,
  readAhead: ReadAhead<C, Row> | undefined,
): RunOnce<C, Row> {
  if (readAhead === undefined) {
    return (_call, request, job) => idempotency.once(request, job);
  }
  if (keyUseOf(endpoint) !== "required") {
    throw new Error(
      `${endpoint.method} ${endpoint.path} reads with a key that it does not require`,
    );
  }
  const reading = idempotency.reading(readAhead.rows);
  return (call, request, job) => reading.once({ ...request, rowId: readAhead.idOf(call) }, job);
}

interface AnsweringJob<Row> {
  readonly admitted: Promise<void>;
  readonly run: (row: Row | null) => Promise<KeptAnswer<SentBody>>;
}

/** Responds to a call once per key. A retry gets the stored response. */
export async function answerOnce<C extends KeyedCall, Row>(
  once: RunOnce<C, Row>,
  endpoint: Endpoint,
  call: C,
  { admitted, run }: AnsweringJob<Row>,
): Promise<FastifyReply> {
  const { request, reply } = call;
  let isRepeat = false;
  const { answer, replayed } = await once(
    call,
    {
      owner: call.session?.customerId ?? "",
      operation: `${endpoint.method} ${endpoint.path}`,
      key: call.idempotencyKey ?? "",
      fingerprint: fingerprintOf(endpoint, request),
    },
    {
      admitted,
      run: async (row) => {
        try {
          const { body, inLedger, ...given } = await run(row);
          isRepeat = given.isRepeat;
          return {
            status: endpoint.success.status,
            body: String(body ?? ""),
            isFinal: !inLedger,
          };
        } catch (error) {
          return finalRefusal(error, call);
        }
      },
    },
  );
  if (answer.status >= 400) {
    request.problemCode = JSON.parse(answer.body).code;
  }
  if (replayed || isRepeat) {
    reply.header("idempotent-replayed", "true");
  }
  return send(reply, answer.status, answer.status === 204 ? undefined : answer.body);
}

/** Sends a response with its content type. */
export function send(reply: FastifyReply, status: number, body: SentBody): FastifyReply {
  reply.code(status);
  if (typeof body === "string") {
    const kind = status >= 400 ? "application/problem+json" : "application/json";
    reply.type(`${kind}; charset=utf-8`);
  }
  return reply.send(body);
}
