import * as z from "zod/mini";
import { amount, currency, page, timestamp } from "../fields.ts";
import { merchant, movementStep } from "./bills.schemas.ts";

/** A day of the program's calendar: `2026-11-20`. */
const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/));

/** A payment or another movement of a term. Its id opens it in the list. */
const entry = z.object({
  movementId: z.string(),
  title: z.string(),
  merchant: z.optional(merchant),
  amount,
  at: timestamp,
});

export const CADENCES = ["weekly", "monthly", "yearly"] as const;

/**
 * A merchant that is likely to charge a card: one that charges regularly, one whose payment was
 * declined and that is likely to retry, or both.
 */
export const likelyCharge = z.object({
  title: z.string(),
  merchant: z.optional(merchant),
  /** The expected amount: what it last charged or tried to charge. */
  amount,
  /** Its newest payment or attempt. */
  movementId: z.string(),
  lastAt: timestamp,
  /** Absent if only declines indicate a charge. */
  cadence: z.optional(z.enum(CADENCES)),
  /** When its next charge is due; in the past if overdue. */
  expectedOn: z.optional(day),
  /** How often it was declined since it was last paid. */
  tries: z.number(),
  /** Its latest price increase: the two amounts, and the day. */
  priceRise: z.optional(z.object({ from: amount, to: amount, since: day })),
});

/** Merchants likely to charge a card, soonest first, then those without a date. */
export const likelyCharges = z.extend(page(likelyCharge), {
  currency,
  asOf: timestamp,
  today: day,
});

/**
 * What can be spent without falling short of expected charges: `safe = balance − holds − reserve −
 * forecast`, never below zero. `short` is the shortfall if it would be negative. Each term has its
 * newest entries; amount and count are of all.
 */
export const safeToSpend = z.object({
  currency,
  asOf: timestamp,
  safe: amount,
  short: amount,
  /** The card's balance, negative if it owes more than it holds. */
  balance: z.object({ amount, owed: amount, entries: z.array(entry) }),
  /** Held by pending payments. */
  holds: z.object({ amount, count: z.number(), entries: z.array(entry) }),
  /** How much more those payments may be settled for, by their merchants' categories. */
  reserve: z.object({ amount, count: z.number(), entries: z.array(entry) }),
  /** Regular charges up to and including the day `until`. */
  forecast: z.object({
    amount,
    until: day,
    entries: z.array(z.object({ charge: likelyCharge, on: day })),
  }),
});

/** Why a hold lasts as long as it does. */
export const HOLD_REASONS = ["long_stay", "fuel_pump", "usual"] as const;

/** A step of a hold, with the held amount after it. */
export const holdStep = z.extend(movementStep, { held: amount });

export const openHold = z.object({
  movementId: z.string(),
  title: z.string(),
  merchant: z.optional(merchant),
  at: timestamp,
  /** The amount held now. */
  amount,
  /** The amount last authorized, and how much of it was settled. */
  authorised: amount,
  cleared: amount,
  /** How much more may be settled, by the merchant's category. */
  reserve: amount,
  /** When the rest is released automatically, unless it is settled before. */
  releaseBy: timestamp,
  /** Whether that time has passed; the release follows within seconds. */
  releaseDue: z.boolean(),
  reason: z.enum(HOLD_REASONS),
  timeline: z.array(holdStep),
});

/** A hold that expired unsettled. Its merchant may still settle it, and is then paid. */
export const lapsedHold = z.extend(entry, { releasedAt: timestamp });

/**
 * A page of pending payments, next to be released first; `total` and `count` are of all. `lapsed`
 * has the newest of those that expired, the same on every page.
 */
export const cardHolds = z.extend(page(openHold), {
  currency,
  asOf: timestamp,
  total: amount,
  count: z.number(),
  lapsed: z.array(lapsedHold),
});

/** What a decline was about, as far as its owner can act on it. */
export const DECLINE_GROUPS = ["balance", "limits", "rules", "card", "details", "other"] as const;

export const SHARE_LEVELS = ["unrated", "calm", "watch", "high"] as const;

export const declineBudget = z.object({
  currency,
  /** `2026-11`, in the program's calendar. */
  month: z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}$/)),
  startsAt: timestamp,
  resetsAt: timestamp,
  /** Payments of this month, and how many of them were declined. */
  payments: z.number(),
  declined: z.number(),
  /** The fee for the next decline, by the current fee schedule. */
  nextFee: amount,
  /** How many more are free; null if all are. */
  freeLeft: z.nullable(z.number()),
  feeScheduleVersion: z.number(),
  share: z.object({
    /** Share of all payments, rounded down; null without payments. */
    basisPoints: z.nullable(z.number()),
    level: z.enum(SHARE_LEVELS),
    /**
     * Where the next level starts, and how many consecutive declines reach it; null at the last
     * level.
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
