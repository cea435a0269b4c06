import * as z from "zod/mini";
import { amount, cellsAnswered, currency, line, ofCell, timestamp } from "../fields.ts";

export const BOARD_WINDOWS = ["24h", "7d", "30d"] as const;

/** Queues of work waiting for people. A queue without a registered source is not shown. */
export const BOARD_QUEUES = [
  "cases",
  "withdrawals",
  "support",
  "corrections",
  "stopped",
  "held_payments",
  "unmatched",
  "bank_unmatched",
  "stopped_accounts",
  "erasures",
  "mail",
] as const;

/** Types of movement, as the ledger names them. */
export const VOLUME_KINDS = [
  "deposit",
  "withdrawal",
  "card_opening",
  "card_deposit",
  "card_withdraw",
  "purchase",
  "clearing",
  "force_post",
  "refund",
  "return_reversal",
  "correction",
  "exchange",
] as const;

/** Ledger invariants that are checked every few minutes; the seals every 15 minutes. */
export const STANDING_CHECKS = [
  "zero_sum",
  "no_negative",
  "held_is_holds",
  "charged_is_quoted",
  "stopped_cards",
  "sealed",
  "seals_unbroken",
] as const;

export const boardQuery = z.strictObject({
  /** The period to cover; defaults to the last 24 hours. */
  window: z.optional(z.enum(BOARD_WINDOWS, "not_allowed")),
});

/** One hour, or one day in the program's calendar. */
const bucket = z.object({ at: timestamp, approved: z.number(), declined: z.number() });

export const board = z.object({
  cells: cellsAnswered,
  window: z.enum(BOARD_WINDOWS),
  since: timestamp,
  at: timestamp,
  timeZone: z.string(),
  authorisations: z.object({
    approved: z.number(),
    declined: z.number(),
    /**
     * Approval rate across all requests, in tenths of a percent; null if there were no requests.
     */
    approvalPerMille: z.nullable(z.number()),
    /** Decline reasons, most frequent first. */
    declines: z.array(z.object({ code: z.string(), message: z.string(), count: z.number() })),
    buckets: z.array(bucket),
  }),
  /** Volume by type of movement and currency. */
  volumes: z.array(z.object({ kind: z.enum(VOLUME_KINDS), currency, count: z.number(), amount })),
  queues: z.array(
    z.object({ queue: z.enum(BOARD_QUEUES), count: z.number(), oldestAt: z.nullable(timestamp) }),
  ),
  /**
   * Background work by queue. `failed` counts the jobs abandoned in this window. For scheduled jobs
   * (`lastError`), it is the current number of consecutive failures.
   */
  jobs: z.array(
    z.object({
      queue: z.string(),
      waiting: z.number(),
      retrying: z.number(),
      failed: z.number(),
      oldestAt: z.nullable(timestamp),
      /** For a failing scheduled job: the class of its last error, without the message. */
      lastError: z.optional(z.string()),
      cell: ofCell,
    }),
  ),
  checks: z.array(
    z.object({
      check: z.enum(STANDING_CHECKS),
      /** Null before the first check. */
      holds: z.nullable(z.boolean()),
      checkedAt: z.nullable(timestamp),
    }),
  ),
  /** Accounts stopped because they failed a ledger check, newest first. */
  stops: z.array(
    z.object({
      id: z.string(),
      customerId: z.string(),
      account: z.enum(["account", "card", "receivable"]),
      currency,
      check: z.enum(STANDING_CHECKS),
      at: timestamp,
      cell: ofCell,
    }),
  ),
  /**
   * BINs in which many unknown card numbers were tried within minutes during the last 24 hours;
   * newest first.
   */
  unknownNumbers: z.array(
    z.object({
      /** Null for numbers outside the program's BINs. */
      bin: z.nullable(z.string()),
      tries: z.int(),
      since: timestamp,
      lastAt: timestamp,
    }),
  ),
});

/** What the operator found out about a stopped account, for the audit log. */
export const liftStopBody = z.strictObject({ note: line(200) });
export const liftedStop = z.object({ id: z.string() });

export type Board = z.infer<typeof board>;
export type BoardWindow = (typeof BOARD_WINDOWS)[number];
export type BoardQueue = (typeof BOARD_QUEUES)[number];
export type VolumeKind = (typeof VOLUME_KINDS)[number];
export type StandingCheck = (typeof STANDING_CHECKS)[number];
