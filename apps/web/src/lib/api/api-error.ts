import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";

/** One invalid field of a call. `path` is dotted (`billingAddress.city`). */
export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Who changed the same object, when, and the resulting state. */
export interface ChangedBy {
  readonly by: string;
  readonly at: string;
  readonly to?: string | undefined;
}

/** The available amount, and the amount that is needed. */
export interface MissingFunds {
  readonly available: string;
  readonly needed: string;
  readonly currency: string;
}

/** A program limit that a call exceeds. */
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
 * A failed call. `message` can be shown to the user.
 *
 * If no response arrived, `status` is 0, `code` is `network` (unreachable), `timeout` or `aborted`,
 * and the outcome of a write is unknown.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly changed: ChangedBy | undefined;
  readonly funds: MissingFunds | undefined;
  readonly limit: PassedLimit | undefined;
  /** The second step of a sign-in after a correct password. */
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

  /** Whether only a retry with the same idempotency key can show what happened. */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500 || this.code === "idempotency_in_progress";
  }

  /** Returns the error message of one field, if the field was invalid. */
  fieldMessage(path: string): string | undefined {
    return this.fields.find((field) => field.path === path)?.message;
  }
}

/** Returns true if an object does not exist for this user, in which case a retry is pointless. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Returns the error message to show for a thrown value. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== "" ? error.message : fallback;
}
