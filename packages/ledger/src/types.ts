import type { CurrencyCode } from "@tessera/money";

/** UUIDv7 made by the caller before the first try; the idempotency key of a movement for ever. */
export type MovementId = string;
/** An account in the books. House accounts are below {@link FIRST_CUSTOMER_ACCOUNT}. */
export type AccountId = bigint;
/** UUIDv7 of a hold, made by the caller. */
export type HoldId = string;

/** Where a movement stands, as a customer reads it. */
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

/** `open` takes both sides; the others refuse debits, both sides, or everything for ever. */
export type AccountStatus = "open" | "debits_blocked" | "blocked" | "closed";

export interface NewAccount {
  readonly customerId: string;
  /** `account` (the wallet side), `card`, `receivable` (what a customer owes; may be negative). */
  readonly kind: "account" | "card" | "receivable";
  readonly currency: CurrencyCode;
}

/** Money from one account to another, in the minor units of both. */
export interface TransferLeg {
  readonly type: "transfer";
  readonly debit: AccountId;
  readonly credit: AccountId;
  readonly amountMinor: bigint;
}

/** Sets money of a constrained account aside. */
export interface HoldLeg {
  readonly type: "hold";
  readonly holdId: HoldId;
  readonly account: AccountId;
  readonly amountMinor: bigint;
  readonly expiresAt: Date;
}

/** Adds to an open hold (an incremental authorisation). */
export interface IncreaseLeg {
  readonly type: "increase";
  readonly holdId: HoldId;
  readonly amountMinor: bigint;
}

/**
 * Moves held money to `credit`. More than remains is taken from what is available and then from
 * `shortfallFrom` (the customer's receivable account); without one it is refused as insufficient.
 */
export interface CaptureLeg {
  readonly type: "capture";
  readonly holdId: HoldId;
  readonly credit: AccountId;
  readonly amountMinor: bigint;
  /** Whether what remains of the hold is released with this capture. */
  readonly final: boolean;
  readonly shortfallFrom?: AccountId;
}

/** Gives held money back: `amountMinor` of it, or all that remains. */
export interface ReleaseLeg {
  readonly type: "release";
  readonly holdId: HoldId;
  readonly amountMinor: bigint | "all";
  /** `expired` is refused before the hold's time; `released` is always allowed. */
  readonly as: "released" | "expired";
}

/** Takes what is available from `debit`, the rest from `shortfallFrom`; never short of funds. */
export interface ForcedLeg {
  readonly type: "forced";
  readonly debit: AccountId;
  readonly credit: AccountId;
  readonly amountMinor: bigint;
  readonly shortfallFrom: AccountId;
}

/** Moves everything available of `debit` (zero is allowed) to `credit`: closing a card. */
export interface SweepLeg {
  readonly type: "sweep";
  readonly debit: AccountId;
  readonly credit: AccountId;
}

export type Leg =
  | TransferLeg
  | HoldLeg
  | IncreaseLeg
  | CaptureLeg
  | ReleaseLeg
  | ForcedLeg
  | SweepLeg;

/**
 * A ceiling that must hold for the movement to apply, or (with negative deltas) a give-back.
 * The counter is created at zero on first use and locked with the balances.
 */
export interface Guard {
  /** What is counted, such as a card or a strategy version; a UUID. */
  readonly subject: string;
  /** Which window of it, such as `day:2026-11-21`, `month:2026-11` or `life`; at most 40 ASCII. */
  readonly window: string;
  readonly amountMinor: bigint;
  readonly count: number;
  /** Refused when the counter would pass either ceiling. Absent means it only counts. */
  readonly maxAmountMinor?: bigint;
  readonly maxCount?: number;
}

/** A later status of an earlier movement, written as a row of its history. */
export interface StatusChange {
  readonly movementId: MovementId;
  readonly status: MovementStatus;
  /** The amount and fee the row now stands for, where they changed (a clearing for less). */
  readonly amountMinor?: bigint;
  readonly feeMinor?: bigint;
}

/** A change to tell open screens and other listeners, written with the movement. */
export interface OutboxEvent {
  readonly topic: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A record of who did what; append-only, chained and sealed. */
export interface AuditEntry {
  readonly action: string;
  readonly actor: string;
  readonly customerId: string | null;
  readonly object: string | null;
  readonly outcome: "ok" | "refused";
  readonly requestId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Something that happened, as a customer understands it, with the money it moves. */
export interface Movement {
  readonly id: MovementId;
  readonly customerId: string;
  /** A word of the contract's movement kinds (`deposit`, `card_deposit`, `purchase`, ...). */
  readonly kind: string;
  readonly cardId: string | null;
  /** The movement this one is a step of: part of that one's timeline, not a row of its own. */
  readonly parentId: MovementId | null;
  readonly status: MovementStatus;
  readonly currency: CurrencyCode;
  /** Signed for the reader: money leaving the customer's card or account is negative. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** Merchant or counterparty as the network gave it; empty where the kind says it all. */
  readonly title: string;
  /** What a reader may want beside it (merchant, category, decline code, balances shown). JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When it happened; `created_at`, when it was written, is the database's. */
  readonly eventAt: Date;
  /** The client's own key, unique per customer for ever. */
  readonly clientKey: string | null;
  /** Applied in order, all or none. Empty for a thing that moved no money (a decline). */
  readonly legs: readonly Leg[];
  readonly guards?: readonly Guard[];
  readonly statusChanges?: readonly StatusChange[];
  readonly events?: readonly OutboxEvent[];
  readonly audit?: readonly AuditEntry[];
}

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

/** What became of a movement. A refusal is an answer, never an exception. */
export type Result =
  | {
      /** `already_posted`: the same id and content were posted before; the stored result. */
      readonly outcome: "posted" | "already_posted";
      readonly movementId: MovementId;
      /** Balances of the constrained accounts it touched, right after it. */
      readonly balances: readonly Balance[];
      readonly createdAt: Date;
    }
  | {
      readonly outcome: "refused";
      readonly movementId: MovementId;
      readonly reason: RefusalReason;
      /** Index into `guards` where the reason is `guard_exceeded`, with the counter as it stood. */
      readonly guard?: {
        readonly index: number;
        readonly usedMinor: bigint;
        readonly usedCount: number;
      };
      /** Index into `legs` where a leg refused. */
      readonly leg?: number;
    };

/** One side of a transfer as an account's statement reads it. */
export interface Entry {
  readonly transferId: string;
  readonly movementId: MovementId;
  readonly account: AccountId;
  /** Counts the account's entries from 1 without a gap; a page goes on before the last one's. */
  readonly version: bigint;
  /** Positive for a credit, negative for a debit. */
  readonly amountMinor: bigint;
  readonly balanceAfterMinor: bigint;
  readonly createdAt: Date;
}
