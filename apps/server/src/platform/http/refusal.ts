import type { FreezeLayer } from "@tessera/contract/cards/cards.schemas";
import type { ErrorCode } from "@tessera/contract/errors/catalog";
import type { FieldCode } from "@tessera/contract/fields";
import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import type { CurrencyCode } from "@tessera/money";

/** The amounts in an insufficient-funds error, in minor units. */
export interface RefusedFunds {
  readonly availableMinor: bigint;
  readonly neededMinor: bigint;
  readonly currency: CurrencyCode;
}

/** The limit that a call exceeds, in minor units. */
export interface RefusedLimit {
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
}

/** Who last changed the object that a call is about, when, and the object's current state. */
export interface Changed {
  readonly by: string;
  readonly at: Date;
  readonly to?: string;
}

/** The caller's role in a company, and the roles that could make the call. */
export interface RefusedMember {
  readonly role: MemberRole;
  readonly allowed: readonly MemberRole[];
}

interface RefusalOptions {
  /** A message for the log, which is never sent to the caller. */
  readonly internal?: string;
  readonly fields?: readonly { readonly path: string; readonly code: FieldCode }[];
  /** The freeze layers because of which the call is blocked for a frozen card. */
  readonly blockedBy?: readonly FreezeLayer[];
  readonly changed?: Changed;
  /** The available and the required funds. */
  readonly funds?: RefusedFunds;
  /** The limit that blocks the call. */
  readonly limit?: RefusedLimit;
  /** The role that lacks a permission. */
  readonly member?: RefusedMember;
  /** The second-factor challenge with which the sign-in continues. */
  readonly secondFactor?: SignInChallenge;
  /** Seconds to send in the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * An error that the caller receives: a code from the catalog, which determines the status and text
 * to send, and an internal message for the log. Such errors are expected, so they never trigger an
 * alert.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly { readonly path: string; readonly code: FieldCode }[];
  readonly blockedBy: readonly FreezeLayer[];
  readonly changed: Changed | undefined;
  readonly funds: RefusedFunds | undefined;
  readonly limit: RefusedLimit | undefined;
  readonly member: RefusedMember | undefined;
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
    this.member = options.member;
    this.secondFactor = options.secondFactor;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
