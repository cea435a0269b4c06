import type { ErrorCode } from "@tessera/contract/errors/catalogue";
import type { FieldCode } from "@tessera/contract/fields";

interface RefusalOptions {
  /** For the log; never sent. */
  readonly internal?: string;
  readonly fields?: readonly { readonly path: string; readonly code: FieldCode }[];
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * A refusal that a caller is told: a code of the catalogue, whose status and text go to the
 * reader, and an internal sentence for the log. Expected, so it never pages anyone.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly { readonly path: string; readonly code: FieldCode }[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.internal ?? code, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "Refusal";
    this.code = code;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
