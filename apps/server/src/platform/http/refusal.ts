import type { FreezeLayer } from "@tessera/contract/cards/cards.schemas";
import type { ErrorCode } from "@tessera/contract/errors/catalog";
import type { FieldCode } from "@tessera/contract/fields";
import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import type { CurrencyCode } from "@tessera/money";

/** Figures of a refusal for want of money, in minor units. */
export interface RefusedFunds {
  readonly availableMinor: bigint;
  readonly neededMinor: bigint;
  readonly currency: CurrencyCode;
}

/** A limit that a call is above, in minor units. */
export interface RefusedLimit {
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
}

/** Who changed what the caller wanted to change, when, and where it stands since. */
export interface Changed {
  readonly by: string;
  readonly at: Date;
  readonly to?: string;
}

interface RefusalOptions {
  /** For the log; never sent. */
  readonly internal?: string;
  readonly fields?: readonly { readonly path: string; readonly code: FieldCode }[];
  /** Which layers of a frozen card stand in the way. */
  readonly blockedBy?: readonly FreezeLayer[];
  readonly changed?: Changed;
  /** What money there is, and what it would take. */
  readonly funds?: RefusedFunds;
  /** Which limit stands in the way. */
  readonly limit?: RefusedLimit;
  /** How a sign-in goes on. */
  readonly secondFactor?: SignInChallenge;
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
  readonly blockedBy: readonly FreezeLayer[];
  readonly changed: Changed | undefined;
  readonly funds: RefusedFunds | undefined;
  readonly limit: RefusedLimit | undefined;
  readonly secondFactor: SignInChallenge | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.internal ?? code, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "Refusal";
    this.code = code;
    this.fields = options.fields ?? [];
    this.blockedBy = options.blockedBy ?? [];
    this.changed = options.changed;
    this.funds = options.funds;
    this.limit = options.limit;
    this.secondFactor = options.secondFactor;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
