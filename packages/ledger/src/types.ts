import type { CurrencyCode } from "@tessera/money";

/**
 * UUIDv7 that the caller creates before the first attempt. It is also the movement's permanent
 * idempotency key.
 */
export type MovementId = string;
/** An account in the ledger. Internal accounts have ids below {@link FIRST_CUSTOMER_ACCOUNT}. */
export type AccountId = bigint;
/** UUIDv7 of a hold, created by the caller. */
export type HoldId = string;

/**
 * An asset on a chain, as a token and a network, such as `USDT:TRC20`. The ledger keeps it like a
 * currency, with six decimals. Only internal accounts hold it.
 */
export type AssetCode = `${string}:${string}`;

/** The status of a movement, as a customer sees it. */
export type MovementStatus =
  | "processing"
  | "reviewing"
  | "queued"
  | "completed"
  | "failed"
  | "declined"
  | "rejected"
  | "cancelled"
  | "expired";

/**
 * `open` allows debits and credits; the others refuse debits, refuse both, or refuse both
 * permanently.
 */
export type AccountStatus = "open" | "debits_blocked" | "blocked" | "closed";

export interface NewAccount {
  readonly customerId: string;
  /** `account` (cash), `card`, or `receivable` (what a customer owes; may be negative). */
  readonly kind: "account" | "card" | "receivable";
  readonly currency: CurrencyCode;
}

/** Moves money from one account to another, in minor units of their currency. */
export interface TransferLeg {
  readonly type: "transfer";
  readonly debit: AccountId;
  readonly credit: AccountId;
  readonly amountMinor: bigint;
}

/** Reserves money in a customer account that cannot go negative. */
export interface HoldLeg {
  readonly type: "hold";
  readonly holdId: HoldId;
  readonly account: AccountId;
  readonly amountMinor: bigint;
  readonly expiresAt: Date;
}

/** Raises an open hold (an incremental authorization). */
export interface IncreaseLeg {
  readonly type: "increase";
  readonly holdId: HoldId;
  readonly amountMinor: bigint;
}

/**
 * Moves held money to `credit`. An amount above the hold comes from the available balance, then
 * from `shortfallFrom` (the customer's receivable account). Without `shortfallFrom`, the capture is
 * refused as insufficient.
 */
export interface CaptureLeg {
  readonly type: "capture";
  readonly holdId: HoldId;
  readonly credit: AccountId;
  readonly amountMinor: bigint;
  /** Whether this capture releases the rest of the hold. */
  readonly final: boolean;
  readonly shortfallFrom?: AccountId;
}

/** Releases `amountMinor` of the held money, or everything that remains. */
export interface ReleaseLeg {
  readonly type: "release";
  readonly holdId: HoldId;
  readonly amountMinor: bigint | "all";
  /** `expired` is refused until the hold has expired; `released` is always allowed. */
  readonly as: "released" | "expired";
}

/**
 * Takes what is available in `debit` and the rest from `shortfallFrom`; never refused as
 * insufficient.
 */
export interface ForcedLeg {
  readonly type: "forced";
  readonly debit: AccountId;
  readonly credit: AccountId;
  readonly amountMinor: bigint;
  readonly shortfallFrom: AccountId;
}

/**
 * Moves everything available in `debit` (possibly zero) to `credit`, for example when a card is
 * closed.
 */
export interface SweepLeg {
  readonly type: "sweep";
  readonly debit: AccountId;
  readonly credit: AccountId;
}

/**
 * Moves nothing and requires that `account` is open to debits, for a movement that holds another
 * account's money on its behalf, such as a payment with an empty card.
 */
export interface RequireOpenLeg {
  readonly type: "require_open";
  readonly account: AccountId;
}

export type Leg =
  | TransferLeg
  | HoldLeg
  | IncreaseLeg
  | CaptureLeg
  | ReleaseLeg
  | ForcedLeg
  | SweepLeg
  | RequireOpenLeg;

/**
 * A velocity limit that must not be exceeded for the movement to apply. With negative deltas, it is
 * a release. The counter is created at zero on first use and is locked together with the balances.
 */
export interface Guard {
  /** What is counted, such as a card or a version of a rule; a UUID. */
  readonly subject: string;
  /**
   * The window, such as `day:2026-11-21`, `month:2026-11` or `life`; at most 40 ASCII characters.
   */
  readonly window: string;
  readonly amountMinor: bigint;
  readonly count: number;
  /** Ceilings. Without a ceiling, the counter only counts. */
  readonly maxAmountMinor?: bigint;
  readonly maxCount?: number;
}

/** A later status of an earlier movement, stored as a row in its history. */
export interface StatusChange {
  readonly movementId: MovementId;
  readonly status: MovementStatus;
  /**
   * The new amount and fee, if they changed (for example, because the transaction cleared for
   * less).
   */
  readonly amountMinor?: bigint;
  readonly feeMinor?: bigint;
}

/**
 * A change to publish to open screens and other subscribers, written together with the movement.
 */
export interface OutboxEvent {
  readonly topic: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An audit event: who did what. Append-only, hash-chained and sealed. */
export interface AuditEntry {
  readonly action: string;
  readonly actor: string;
  readonly customerId: string | null;
  readonly object: string | null;
  readonly outcome: "ok" | "refused";
  readonly requestId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Something that happened, as a customer understands it, along with the money it moves. */
export interface Movement {
  readonly id: MovementId;
  readonly customerId: string;
  /** A movement type from the contract (`deposit`, `card_deposit`, `purchase`, ...). */
  readonly kind: string;
  readonly cardId: string | null;
  /**
   * The parent movement, in whose timeline this movement appears as a step; null if there is none.
   */
  readonly parentId: MovementId | null;
  readonly status: MovementStatus;
  readonly currency: CurrencyCode;
  /** Signed from the customer's point of view: negative when money leaves the card or account. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** Merchant or counterparty as named by the network; empty if the type says enough on its own. */
  readonly title: string;
  /** Additional details to show (merchant, category, decline code, balances), as JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When the movement happened. `created_at` records when the database wrote it. */
  readonly eventAt: Date;
  /** The caller's idempotency key, permanently unique per customer. */
  readonly clientKey: string | null;
  /** Applied in order, all or none. Empty if no money moved, such as for a decline. */
  readonly legs: readonly Leg[];
  readonly guards?: readonly Guard[];
  readonly statusChanges?: readonly StatusChange[];
  readonly events?: readonly OutboxEvent[];
  readonly audit?: readonly AuditEntry[];
}

/** A movement of an asset between internal accounts, in millionths of a unit. */
export type AssetMovement = Omit<Movement, "currency"> & { readonly currency: AssetCode };

export interface Balance {
  readonly account: AccountId;
  readonly currency: CurrencyCode;
  readonly status: AccountStatus;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
  /** `postedMinor - heldMinor`. */
  readonly availableMinor: bigint;
}

export type RefusalReason =
  | "mismatch"
  | "insufficient"
  | "guard_exceeded"
  | "blocked"
  | "closed"
  | "no_such_account"
  | "no_such_hold"
  | "hold_closed"
  | "hold_exceeded"
  | "hold_not_expired"
  | "currency_differs"
  | "no_such_movement"
  | "id_out_of_time"
  | "amount_out_of_range";

/** The result of a movement. A refusal is a result, never an exception. */
export type Result =
  | {
      /**
       * `already_posted`: a movement with the same id and content was posted before; this is its
       * stored result.
       */
      readonly outcome: "posted" | "already_posted";
      readonly movementId: MovementId;
      /**
       * Balances of the constrained accounts that the movement touched, right after the movement.
       */
      readonly balances: readonly Balance[];
      readonly createdAt: Date;
    }
  | {
      readonly outcome: "refused";
      readonly movementId: MovementId;
      readonly reason: RefusalReason;
      /** For `guard_exceeded`: the index into `guards`, and the counter's value at that time. */
      readonly guard?: {
        readonly index: number;
        readonly usedMinor: bigint;
        readonly usedCount: number;
      };
      /** The index into `legs`, if a leg was refused. */
      readonly leg?: number;
    };

/** One side of a transfer, as an entry in the account's statement. */
export interface Entry {
  readonly transferId: string;
  readonly movementId: MovementId;
  readonly account: AccountId;
  /**
   * Numbers the account's entries from 1 without gaps. The next page starts before the last entry
   * of this page.
   */
  readonly version: bigint;
  /** Positive for a credit, negative for a debit. */
  readonly amountMinor: bigint;
  readonly balanceAfterMinor: bigint;
  readonly createdAt: Date;
}
