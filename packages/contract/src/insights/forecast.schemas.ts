import * as z from "zod/mini";
import { amount, currency, page, timestamp } from "../fields.ts";
import { merchant, movementStep } from "./bills.schemas.ts";

/** A day of the programme's calendar: `2026-11-20`. */
const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/));

/** A payment or another movement that is part of a term. Its id opens it in the list. */
const entry = z.object({
  movementId: z.string(),
  title: z.string(),
  merchant: z.optional(merchant),
  amount,
  at: timestamp,
});

export const CADENCES = ["weekly", "monthly", "yearly"] as const;

/**
 * A merchant that is likely to charge a card: one that does so in a steady rhythm, one whose
 * payment was declined and that is likely to try again, or both.
 */
export const likelyCharge = z.object({
  title: z.string(),
  merchant: z.optional(merchant),
  /** What it is likely to take: what it took or tried to take last. */
  amount,
  /** Its newest payment or try. */
  movementId: z.string(),
  lastAt: timestamp,
  /** Absent where only declines speak for it. */
  cadence: z.optional(z.enum(CADENCES)),
  /** When its next charge is due; in the past where it is overdue. */
  expectedOn: z.optional(day),
  /** How often it was declined since it was last paid. */
  tries: z.number(),
  /** Where its price went up lately: between which amounts, and on which day. */
  priceRise: z.optional(z.object({ from: amount, to: amount, since: day })),
});

/** Merchants likely to charge a card, the soonest first and those without a day before them. */
export const likelyCharges = z.extend(page(likelyCharge), {
  currency,
  asOf: timestamp,
  today: day,
});

/**
 * What can be spent without running short of what is coming:
 * `safe = balance − holds − reserve − forecast`, never below zero. `short` is what is missing where
 * it would be. Each term has its newest entries; amount and count are of all.
 */
export const safeToSpend = z.object({
  currency,
  asOf: timestamp,
  safe: amount,
  short: amount,
  /** What the card holds, less what it owes; negative where it owes more. */
  balance: z.object({ amount, owed: amount, entries: z.array(entry) }),
  /** Set aside by pending payments. */
  holds: z.object({ amount, count: z.number(), entries: z.array(entry) }),
  /** What those payments may be settled for beyond what is held, by their merchants' categories. */
  reserve: z.object({ amount, count: z.number(), entries: z.array(entry) }),
  /** Charges of merchants with a steady rhythm, up to and including the day `until`. */
  forecast: z.object({
    amount,
    until: day,
    entries: z.array(z.object({ charge: likelyCharge, on: day })),
  }),
});

/** Why a hold lasts as long as it does. */
export const HOLD_REASONS = ["long_stay", "fuel_pump", "usual"] as const;

/** A step of a hold, with what was held after it. */
export const holdStep = z.extend(movementStep, { held: amount });

export const openHold = z.object({
  movementId: z.string(),
  title: z.string(),
  merchant: z.optional(merchant),
  at: timestamp,
  /** What is held now. */
  amount,
  /** What was agreed on last, and what of it was settled. */
  authorised: amount,
  cleared: amount,
  /** What may be settled beyond what is held, by the merchant's category. */
  reserve: amount,
  /** When the rest is given back by itself, unless it is settled before. */
  releaseBy: timestamp,
  /** Whether that time has come; the release follows within seconds. */
  releaseDue: z.boolean(),
  reason: z.enum(HOLD_REASONS),
  timeline: z.array(holdStep),
});

/** A hold whose time ran out unsettled. Its merchant may still settle it, and is then paid. */
export const lapsedHold = z.extend(entry, { releasedAt: timestamp });

/**
 * A page of pending payments, the one that is released first before the others; `total` and
 * `count` are of all. `lapsed` has the newest of those that ran out, on every page the same.
 */
export const cardHolds = z.extend(page(openHold), {
  currency,
  asOf: timestamp,
  total: amount,
  count: z.number(),
  lapsed: z.array(lapsedHold),
});

/** What a decline was about, as its owner can do something about it. */
export const DECLINE_GROUPS = ["balance", "limits", "rules", "card", "details", "other"] as const;

export const SHARE_LEVELS = ["unrated", "calm", "watch", "high"] as const;

export const declineBudget = z.object({
  currency,
  /** `2026-11`, by the programme's calendar. */
  month: z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}$/)),
  startsAt: timestamp,
  resetsAt: timestamp,
  /** Payments of this month, and how many of them were declined. */
  payments: z.number(),
  declined: z.number(),
  /** What the next decline costs by the fee schedule in force. */
  nextFee: amount,
  /** How many more are free; null where all are. */
  freeLeft: z.nullable(z.number()),
  feeScheduleVersion: z.number(),
  share: z.object({
    /** Of all payments, rounded down; null where there was none. */
    basisPoints: z.nullable(z.number()),
    level: z.enum(SHARE_LEVELS),
    /** Where the next level begins, and how many declines in a row lead there; null at the last. */
    next: z.nullable(z.object({ basisPoints: z.number(), declines: z.number() })),
  }),
  /** Those in which there was a decline, the largest first. */
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
