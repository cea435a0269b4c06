import * as z from "zod/mini";
import { amount, currency, timestamp } from "../fields.ts";
import { merchant } from "../insights/bills.schemas.ts";
import { unconverted } from "../insights/spending.schemas.ts";
import { strategyRule } from "./risk.schemas.ts";

/** Most days that an insight can cover, including today. */
export const INSIGHT_DAYS = ["30", "90", "365"] as const;

/** Minimum number of authorization requests for a score. */
export const INSIGHT_MINIMUM = 20;

/**
 * The factors of the score. `declines`: declined payments. `repeated_declines`: the third or later
 * decline at one merchant within a day. `wrong_details`: wrong CVV or expiry date. `new_countries`,
 * `new_merchants`: first payments there. `settled`: authorized payments that were settled.
 * `small_payments`: the third or later small payment within an hour. `unguarded_cards`: cards
 * without an active rule.
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

/** Decline codes, grouped as a reader counts them. */
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
/** A day of the program's calendar: `2026-11-20`. */
const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/));
const count = z.number();
/** Basis points. */
const basisPoints = z.number();

export const insightQuery = z.strictObject({
  days: z.optional(z.enum(INSIGHT_DAYS, "not_allowed")),
  /** Currency to convert to for display; defaults to USD. */
  currency: z.optional(currency),
  cardId: z.optional(
    z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  ),
});

/**
 * A factor of the score: `max` points if the share `count / of` is at `allAt` or better, none if it
 * is at `noneAt` or worse, proportional in between.
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

/** Compared with the preceding period of the same length. */
export const riskChange = z.object({
  /** The change of the score in points. */
  points: z.number(),
  /** When the preceding period ended and this one began. */
  since: timestamp,
  /** The factor that changed the most in that direction; absent if the score is unchanged. */
  factor: z.optional(z.enum(RISK_FACTORS)),
});

/** Something to check; newest payment last. */
export const riskAlert = z.object({
  /** Stable as long as the alert is about the same thing. */
  id: z.string(),
  kind: z.enum(RISK_ALERTS),
  at: timestamp,
  cardId: z.string(),
  count,
  merchantName: z.optional(z.string()),
  country: z.optional(z.string()),
  /** The old and the new amount of a price increase. */
  rise: z.optional(z.object({ from: amount, to: amount, currency })),
  movementIds: z.array(z.string()),
});

/** A rule that would raise the score, to draft and backtest. */
export const riskSuggestion = z.object({
  kind: z.enum(RISK_SUGGESTIONS),
  factor: z.enum(RISK_FACTORS),
  rule: strategyRule,
});

export const insight = z.object({
  /** Whether there were enough payments; without, there is no score. */
  enough: z.boolean(),
  minimum: z.number(),
  /** Authorization requests, including declined ones. */
  payments: z.number(),
  from: timestamp,
  to: timestamp,
  /** 0 to 100, higher is safer: the sum of the factors' points. */
  score: z.optional(z.number()),
  band: z.optional(z.enum(RISK_BANDS)),
  change: z.optional(riskChange),
  /** Empty without a score. */
  factors: z.array(riskFactor),
  /** Settled spending less refunds, largest first. */
  spending: z.object({
    currency,
    /** Whether anything was in another currency, so that the total is not exact. */
    converted: z.boolean(),
    unconverted,
    total: amount,
    byCategory: z.array(z.object({ category, amount })),
    /** The largest ones. */
    byMerchant: z.array(z.object({ name: z.string(), amount })),
    byCountry: z.array(z.object({ country: z.string(), amount })),
    /** Every day, oldest first. */
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
  /** Up to when the customer has seen alerts; null if never. */
  alertsSeenAt: z.nullable(timestamp),
  /** Most effective first. */
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
