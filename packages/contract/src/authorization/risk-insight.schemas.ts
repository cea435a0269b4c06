import * as z from "zod/mini";
import { amount, currency, timestamp } from "../fields.ts";
import { merchant } from "../insights/bills.schemas.ts";
import { unconverted } from "../insights/spending.schemas.ts";
import { strategyRule } from "./risk.schemas.ts";

/** How many days an insight can go back, today included. */
export const INSIGHT_DAYS = ["30", "90", "365"] as const;

/** Payments, declined ones too, below which nothing is claimed. */
export const INSIGHT_MINIMUM = 20;

/**
 * What the score is the sum of. `declines`: payments declined. `repeated_declines`: those that came
 * as the third or later at one merchant within a day. `wrong_details`: a wrong CVV or expiry date.
 * `new_countries`, `new_merchants`: payments that were the first there. `settled`: authorised
 * payments that were taken in the end. `small_payments`: the third or later small one within an
 * hour. `unguarded_cards`: cards that no strategy in force is about.
 */
export const RISK_FACTORS = [
  "declines",
  "repeated_declines",
  "wrong_details",
  "new_countries",
  "new_merchants",
  "settled",
  "small_payments",
  "unguarded_cards",
] as const;

export const RISK_BANDS = ["low", "moderate", "high"] as const;

/** Decline codes as a reader counts them. */
export const DECLINE_REASONS = [
  "balance",
  "payment_limit",
  "period_limit",
  "wrong_details",
  "rule",
  "card_state",
  "other",
] as const;

export const RISK_ALERTS = [
  "repeated_declines",
  "wrong_details",
  "small_payments",
  "first_country",
  "price_rise",
] as const;

/** What a suggested rule does. */
export const RISK_SUGGESTIONS = [
  "freeze_on_wrong_cvv",
  "hold_merchant",
  "hold_new_countries",
  "hold_new_merchants",
  "stop_small_series",
  "hold_large_payments",
] as const;

const category = merchant.shape.category;
/** A day of the programme's calendar: `2026-11-20`. */
const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/));
const count = z.number();
/** Hundredths of a percent. */
const basisPoints = z.number();

export const insightQuery = z.strictObject({
  days: z.optional(z.enum(INSIGHT_DAYS, "not_allowed")),
  /** What everything is converted to for display; USD where absent. */
  currency: z.optional(currency),
  cardId: z.optional(
    z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  ),
});

/**
 * A named part of the score: all of `max` where the share `count / of` is at `allAt` or better,
 * nothing where it is at `noneAt` or worse, and in proportion between.
 */
export const riskFactor = z.object({
  factor: z.enum(RISK_FACTORS),
  points: z.number(),
  max: z.number(),
  count,
  of: z.number(),
  valueBasisPoints: basisPoints,
  allAtBasisPoints: basisPoints,
  noneAtBasisPoints: basisPoints,
});

/** Against the time before, of the same length. */
export const riskChange = z.object({
  /** How many points more, or less, than then. */
  points: z.number(),
  /** When that time ended and this one began. */
  since: timestamp,
  /** What changed the most that way; absent where the score is the same. */
  factor: z.optional(z.enum(RISK_FACTORS)),
});

/** Something to look at; newest payment last. */
export const riskAlert = z.object({
  /** The same as long as the alert is about the same thing. */
  id: z.string(),
  kind: z.enum(RISK_ALERTS),
  at: timestamp,
  cardId: z.string(),
  count,
  merchantName: z.optional(z.string()),
  country: z.optional(z.string()),
  /** Between which amounts a merchant's price went up. */
  rise: z.optional(z.object({ from: amount, to: amount, currency })),
  movementIds: z.array(z.string()),
});

/** A rule that would make the score higher, to be drafted and tried against the past. */
export const riskSuggestion = z.object({
  kind: z.enum(RISK_SUGGESTIONS),
  factor: z.enum(RISK_FACTORS),
  rule: strategyRule,
});

export const insight = z.object({
  /** Whether there were enough payments to say anything; without, there is no score. */
  enough: z.boolean(),
  minimum: z.number(),
  /** Payments that were asked for, declined ones too. */
  payments: z.number(),
  from: timestamp,
  to: timestamp,
  /** 0..100, the higher the safer: the sum of the factors' points. */
  score: z.optional(z.number()),
  band: z.optional(z.enum(RISK_BANDS)),
  change: z.optional(riskChange),
  /** Empty where there is no score. */
  factors: z.array(riskFactor),
  /** What was spent, less refunds, of what has settled; each the largest first. */
  spending: z.object({
    currency,
    /** Whether anything was in another currency, and so is not exact. */
    converted: z.boolean(),
    unconverted,
    total: amount,
    byCategory: z.array(z.object({ category, amount })),
    /** The largest few. */
    byMerchant: z.array(z.object({ name: z.string(), amount })),
    byCountry: z.array(z.object({ country: z.string(), amount })),
    /** Every day, the oldest first. */
    byDay: z.array(z.object({ day, amount })),
  }),
  declines: z.object({
    total: count,
    of: z.number(),
    byReason: z.array(z.object({ reason: z.enum(DECLINE_REASONS), count })),
    byCategory: z.array(z.object({ category, count })),
    byMerchant: z.array(z.object({ name: z.string(), count })),
    byCountry: z.array(z.object({ country: z.string(), count })),
    byDay: z.array(z.object({ day, count })),
  }),
  /** Newest first. */
  alerts: z.array(riskAlert),
  /** Until when the customer has looked at alerts; null where never. */
  alertsSeenAt: z.nullable(timestamp),
  /** What would raise the score the most first. */
  suggestions: z.array(riskSuggestion),
});

export const alertsSeenBody = z.strictObject({ until: timestamp });

export type InsightDays = (typeof INSIGHT_DAYS)[number];
export type RiskFactorName = (typeof RISK_FACTORS)[number];
export type RiskBand = (typeof RISK_BANDS)[number];
export type DeclineReason = (typeof DECLINE_REASONS)[number];
export type RiskFactor = z.infer<typeof riskFactor>;
export type RiskChange = z.infer<typeof riskChange>;
export type RiskAlert = z.infer<typeof riskAlert>;
export type RiskAlertKind = (typeof RISK_ALERTS)[number];
export type RiskSuggestion = z.infer<typeof riskSuggestion>;
export type RiskSuggestionKind = (typeof RISK_SUGGESTIONS)[number];
export type Insight = z.infer<typeof insight>;
