import type { FreezeLayer } from "@tessera/contract/cards/cards.schemas";
import type { ErrorCode } from "@tessera/contract/errors/catalog";
import type { FieldCode } from "@tessera/contract/fields";
import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import type { CurrencyCode } from "@tessera/money";

/** Amounts of a refusal for insufficient funds, in minor units. */
export interface RefusedFunds {
  readonly availableMinor: bigint;
  readonly neededMinor: bigint;
  readonly currency: CurrencyCode;
}

/** A limit that a call exceeds, in minor units. */
export interface RefusedLimit {
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
}

/** Who changed the object of the call, when, and its state since. */
export interface Changed {
  readonly by: string;
  readonly at: Date;
  readonly to?: string;
}

interface RefusalOptions {
  /** For the log; never sent. */
  readonly internal?: string;
  readonly fields?: readonly { readonly path: string; readonly code: FieldCode }[];
  /** Which layers of a frozen card block the call. */
  readonly blockedBy?: readonly FreezeLayer[];
  readonly changed?: Changed;
  /** The available funds, and the required ones. */
  readonly funds?: RefusedFunds;
  /** The limit that blocks the call. */
  readonly limit?: RefusedLimit;
  /** How the sign-in continues. */
  readonly secondFactor?: SignInChallenge;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * A refusal that the caller receives: a code of the catalog, whose status and text go to the
 * reader, and an internal sentence for the log. It is expected, so it never alerts anyone.
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
