import * as z from "zod/mini";
import { amount, currency, page, timestamp } from "../fields.ts";
import { merchant, movementStep } from "./bills.schemas.ts";

/** A day in the program's calendar, such as `2026-11-20`. */
const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/));

/** A payment or another movement in a term. Its id opens the movement in the list. */
const entry = z.object({
  movementId: z.string(),
  title: z.string(),
  merchant: z.optional(merchant),
  amount,
  at: timestamp,
});

export const CADENCES = ["weekly", "monthly", "yearly"] as const;

/**
 * A merchant that is likely to charge a card, because it charges at regular intervals, because its
 * payment was declined and it is likely to retry, or both.
 */
export const likelyCharge = z.object({
  title: z.string(),
  merchant: z.optional(merchant),
  /** The expected amount: what the merchant last charged or tried to charge. */
  amount,
  /** The merchant's newest payment or attempt. */
  movementId: z.string(),
  lastAt: timestamp,
  /** Absent if a charge is likely only because of declines. */
  cadence: z.optional(z.enum(CADENCES)),
  /** When the next charge is due; in the past if it is overdue. */
  expectedOn: z.optional(day),
  /** Number of declines since the merchant was last paid. */
  tries: z.number(),
  /** The latest price increase: the two amounts and the day. */
  priceRise: z.optional(z.object({ from: amount, to: amount, since: day })),
});

/** Merchants likely to charge a card, soonest first. Merchants without a date come last. */
export const likelyCharges = z.extend(page(likelyCharge), {
  currency,
  asOf: timestamp,
  today: day,
});

/**
 * What can be spent without falling short of expected charges: `safe = balance − holds − reserve −
 * forecast`, never below zero. If the result would be negative, `short` is the shortfall. Each term
 * lists its newest entries. Its amount and count include all entries.
 */
export const safeToSpend = z.object({
  currency,
  asOf: timestamp,
  safe: amount,
  short: amount,
  /** The card's balance; negative if the card owes more than it holds. */
  balance: z.object({ amount, owed: amount, entries: z.array(entry) }),
  /** Amounts held for pending payments. */
  holds: z.object({ amount, count: z.number(), entries: z.array(entry) }),
  /**
   * How much more than their holds the pending payments may settle for, depending on the merchants'
   * categories.
   */
  reserve: z.object({ amount, count: z.number(), entries: z.array(entry) }),
  /** Recurring charges up to and including the day `until`. */
  forecast: z.object({
    amount,
    until: day,
    entries: z.array(z.object({ charge: likelyCharge, on: day })),
  }),
  /** What the card may draw on the account today in addition, without the fee. */
  drawable: z.optional(amount),
  /**
   * What merchants that the owner wants kept paid may draw on the account today under their own
   * ceiling, without the fee. Both draw on the same account.
   */
  keepAliveDrawable: z.optional(amount),
});

/** Why a hold lasts as long as it does. */
export const HOLD_REASONS = ["long_stay", "fuel_pump", "usual"] as const;

/** A step of a hold, with the held amount after the step. */
export const holdStep = z.extend(movementStep, { held: amount });

export const openHold = z.object({
  movementId: z.string(),
  title: z.string(),
  merchant: z.optional(merchant),
  at: timestamp,
  /** The amount held on the card now. */
  amount,
  /** What is held on the account because the card lacked it, with the fee. */
  drawn: z.optional(amount),
  /** The amount last authorized. */
  authorised: amount,
  cleared: amount,
  /**
   * How much more than the hold the payment may settle for, depending on the merchant's category.
   */
  reserve: amount,
  /** When the rest is released automatically if it has not been settled by then. */
  releaseBy: timestamp,
  /** Whether the release time has passed. If so, the release follows within seconds. */
  releaseDue: z.boolean(),
  reason: z.enum(HOLD_REASONS),
  timeline: z.array(holdStep),
});

/**
 * A hold that expired before settlement. The merchant may still settle the payment, and is paid in
 * that case.
 */
export const lapsedHold = z.extend(entry, { releasedAt: timestamp });

/**
 * A page of pending payments, in the order they will be released; `total` and `count` include all
 * of them. `lapsed` lists the newest expired holds and is the same on every page.
 */
export const cardHolds = z.extend(page(openHold), {
  currency,
  asOf: timestamp,
  total: amount,
  count: z.number(),
  lapsed: z.array(lapsedHold),
});

/** What caused a decline, grouped by what the owner can do about it. */
export const DECLINE_GROUPS = ["balance", "limits", "rules", "card", "details", "other"] as const;

export const SHARE_LEVELS = ["unrated", "calm", "watch", "high"] as const;

export const declineBudget = z.object({
  currency,
  /** A month in the program's calendar, such as `2026-11`. */
  month: z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}$/)),
  startsAt: timestamp,
  resetsAt: timestamp,
  /** Number of payments this month. */
  payments: z.number(),
  declined: z.number(),
  /** The fee for the next decline, according to the current fee schedule. */
  nextFee: amount,
  /** How many more declines are free of charge; null if all declines are free. */
  freeLeft: z.nullable(z.number()),
  feeScheduleVersion: z.number(),
  share: z.object({
    /** The share of payments that were declined, rounded down; null if there are no payments. */
    basisPoints: z.nullable(z.number()),
    level: z.enum(SHARE_LEVELS),
    /**
     * Where the next level starts, and how many consecutive declines would reach it; null at the
     * last level.
     */
    next: z.nullable(z.object({ basisPoints: z.number(), declines: z.number() })),
  }),
  /** Groups with at least one decline, largest first. */
  groups: z.array(z.object({ group: z.enum(DECLINE_GROUPS), count: z.number() })),
  entries: z.array(
    z.extend(entry, {
      group: z.enum(DECLINE_GROUPS),
      declineMessage: z.optional(z.string()),
    }),
  ),
});

export type Cadence = (typeof CADENCES)[number];
export type HoldReason = (typeof HOLD_REASONS)[number];
export type DeclineGroup = (typeof DECLINE_GROUPS)[number];
export type ShareLevel = (typeof SHARE_LEVELS)[number];
export type OutlookEntry = z.infer<typeof entry>;
export type LikelyCharge = z.infer<typeof likelyCharge>;
export type LikelyCharges = z.infer<typeof likelyCharges>;
export type SafeToSpend = z.infer<typeof safeToSpend>;
export type HoldStep = z.infer<typeof holdStep>;
export type OpenHold = z.infer<typeof openHold>;
export type LapsedHold = z.infer<typeof lapsedHold>;
export type CardHolds = z.infer<typeof cardHolds>;
export type DeclineBudget = z.infer<typeof declineBudget>;
