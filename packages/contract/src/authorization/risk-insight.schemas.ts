import * as z from "zod/mini";
import { amount, currency, timestamp } from "../fields.ts";
import { merchant } from "../insights/bills.schemas.ts";
import { unconverted } from "../insights/spending.schemas.ts";
import { strategyRule } from "./risk.schemas.ts";

/** The periods that an insight can cover, in days including today. */
export const INSIGHT_DAYS = ["30", "90", "365"] as const;

/** Minimum number of authorization requests for a score. */
export const INSIGHT_MINIMUM = 20;

/**
 * The factors of the score. `declines`: declined payments. `repeated_declines`: the third or later
 * decline at the same merchant within a day. `wrong_details`: wrong CVV or expiry date.
 * `new_countries`, `new_merchants`: the first payment in a country or at a merchant. `settled`:
 * authorized payments that were settled. `small_payments`: the third or later small payment within
 * an hour. `unguarded_cards`: cards without an active rule.
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

/** Decline codes, grouped for display. */
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
/** A day in the program's calendar, such as `2026-11-20`. */
const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/));
const count = z.number();
/** A share in basis points. */
const basisPoints = z.number();

export const insightQuery = z.strictObject({
  days: z.optional(z.enum(INSIGHT_DAYS, "not_allowed")),
  /** The currency to convert to for display; defaults to USD. */
  currency: z.optional(currency),
  cardId: z.optional(
    z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  ),
});

/**
 * A factor of the score. It earns `max` points if the share `count / of` is at `allAt` or better,
 * no points if it is at `noneAt` or worse, and a proportional number of points in between.
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

/** The change from the preceding period of the same length. */
export const riskChange = z.object({
  /** The change in the score, in points. */
  points: z.number(),
  /** When the preceding period ended and this period began. */
  since: timestamp,
  /** The factor that changed the most in the same direction; absent if the score is unchanged. */
  factor: z.optional(z.enum(RISK_FACTORS)),
});

/** Something for the customer to check. Its newest payment is last. */
export const riskAlert = z.object({
  /** Stays the same as long as the alert has the same subject. */
  id: z.string(),
  kind: z.enum(RISK_ALERTS),
  at: timestamp,
  cardId: z.string(),
  count,
  merchantName: z.optional(z.string()),
  country: z.optional(z.string()),
  /** The amounts before and after a price increase. */
  rise: z.optional(z.object({ from: amount, to: amount, currency })),
  movementIds: z.array(z.string()),
});

/** A rule that would raise the score, for the customer to draft and backtest. */
export const riskSuggestion = z.object({
  kind: z.enum(RISK_SUGGESTIONS),
  factor: z.enum(RISK_FACTORS),
  rule: strategyRule,
});

export const insight = z.object({
  /** Whether there were enough payments for a score; if not, the score is absent. */
  enough: z.boolean(),
  minimum: z.number(),
  /** Authorization requests, including declined ones. */
  payments: z.number(),
  from: timestamp,
  to: timestamp,
  /** 0 to 100: the sum of the factors' points. Higher is safer. */
  score: z.optional(z.number()),
  band: z.optional(z.enum(RISK_BANDS)),
  change: z.optional(riskChange),
  /** Empty if there is no score. */
  factors: z.array(riskFactor),
  /** Settled spending minus refunds, largest first. */
  spending: z.object({
    currency,
    /** Whether some amounts were converted from other currencies, which makes the total inexact. */
    converted: z.boolean(),
    unconverted,
    total: amount,
    byCategory: z.array(z.object({ category, amount })),
    /** The merchants with the largest amounts. */
    byMerchant: z.array(z.object({ name: z.string(), amount })),
    byCountry: z.array(z.object({ country: z.string(), amount })),
    /** One entry per day, oldest first. */
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
  /** When the customer last viewed alerts; null if never. */
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
