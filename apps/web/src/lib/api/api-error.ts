import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";

/** One refused field of a call. `path` is dotted (`billingAddress.city`). */
export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Who changed what was to be changed, when, and where it stands since. */
export interface ChangedBy {
  readonly by: string;
  readonly at: string;
  readonly to?: string | undefined;
}

/** What money there is, and what it would take. */
export interface MissingFunds {
  readonly available: string;
  readonly needed: string;
  readonly currency: string;
}

/** A limit of the programme that a call is above. */
export interface PassedLimit {
  readonly amount: string;
  readonly currency: string;
}

interface ApiErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fields?: readonly FieldError[];
  readonly changed?: ChangedBy | undefined;
  readonly funds?: MissingFunds | undefined;
  readonly limit?: PassedLimit | undefined;
  readonly secondFactor?: SignInChallenge | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * A call that did not succeed. `message` can be shown as it is.
 *
 * `status` is 0 when no answer came: then `code` is `network` (not reachable), `timeout` or
 * `aborted`, and it is not known whether a write took place.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly changed: ChangedBy | undefined;
  readonly funds: MissingFunds | undefined;
  readonly limit: PassedLimit | undefined;
  /** How a sign-in goes on whose password was right. */
  readonly secondFactor: SignInChallenge | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(details: ApiErrorDetails) {
    super(details.message);
    this.name = "ApiError";
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields ?? [];
    this.changed = details.changed;
    this.funds = details.funds;
    this.limit = details.limit;
    this.secondFactor = details.secondFactor;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** Whether a retry with the same idempotency key is what finds out what happened. */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500 || this.code === "idempotency_in_progress";
  }

  /** What is wrong with one field, if that is why the call was refused. */
  fieldMessage(path: string): string | undefined {
    return this.fields.find((field) => field.path === path)?.message;
  }
}

/** Whether what was asked for is not there, or not the reader's: asking again changes nothing. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The sentence to show for anything that was thrown. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== "" ? error.message : fallback;
}
