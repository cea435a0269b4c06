import type { ErrorCode, FieldProblem, Problem } from "./schemas.generated.ts";

/**
 * Codes of errors that the client itself reports. `network`: the request or its response was lost;
 * `timeout`: no response in time; `unreadable`: a successful response was not valid JSON;
 * `redirected`: the response was a redirect, which is never followed, because it could hand the key
 * to another host.
 */
export type ClientErrorCode = "network" | "timeout" | "unreadable" | "redirected";

/** What a {@link TesseraError} is made of. */
export interface TesseraErrorDetails {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  readonly problem?: Problem | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** Codes of errors after which a write may or may not have taken effect. */
const UNKNOWN_OUTCOMES: ReadonlySet<string> = new Set([
  "network",
  "timeout",
  "unreadable",
  "idempotency_in_progress",
  "outcome_unknown",
  "internal",
]);

/** The one error that calls throw, for a refusal by Tessera as well as for a lost response. */
export class TesseraError extends Error {
  override readonly name = "TesseraError";
  /** Stable and made for programs, such as `insufficient_funds`. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Name it when you contact support. */
  readonly requestId: string | undefined;
  /** The fields that were not accepted; empty unless `code` is `invalid_input`. */
  readonly fields: readonly FieldProblem[];
  /** The response's body with all its details, such as `funds` for `insufficient_funds`. */
  readonly problem: Problem | undefined;
  /** How long the server asks to wait before another attempt, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /**
   * The key that the write was sent with. Calling again with it as `idempotencyKey` continues the
   * same write, which takes effect at most once.
   */
  readonly idempotencyKey: string | undefined;

  constructor(details: TesseraErrorDetails) {
    super(details.message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = details.code;
    this.status = details.status ?? 0;
    this.problem = details.problem;
    this.fields = details.problem?.fields ?? [];
    this.requestId = details.requestId ?? details.problem?.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.idempotencyKey = details.idempotencyKey;
  }

  /**
   * Whether a write may have taken effect although it failed here. If so, repeat it with the same
   * `idempotencyKey`; otherwise nothing was changed.
   */
  get isOutcomeUnknown(): boolean {
    // A proxy's error does not say what the server behind it did.
    const isOfProxy = this.status >= 500 && this.problem === undefined;
    return UNKNOWN_OUTCOMES.has(this.code) || isOfProxy;
  }
}

/** Returns the error of an unsuccessful response. Never throws for an unreadable body. */
export async function errorOfResponse(
  response: Response,
  idempotencyKey: string | undefined,
): Promise<TesseraError> {
  const { status } = response;
  // A browser does not show the status of a redirect.
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    const message = "The server answered with a redirect. Check the client's baseUrl.";
    return new TesseraError({ code: "redirected", message, status, idempotencyKey });
  }
  const problem = problemOf(await response.text());
  return new TesseraError({
    code: problem?.code ?? "unknown",
    message: problem?.message ?? `The server answered ${status}.`,
    status,
    problem,
    requestId: response.headers.get("X-Request-Id") ?? undefined,
    retryAfterMs: retryAfterOf(response.headers.get("Retry-After")),
    idempotencyKey,
  });
}

/** Returns the problem that a body contains; undefined for a proxy's page. */
function problemOf(text: string): Problem | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const { code, message } = Object(body) as Partial<Problem>;
    return typeof code === "string" && typeof message === "string" ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the milliseconds of a `Retry-After` header: seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null || header.trim() === "") {
    return undefined;
  }
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
