import * as z from "zod/mini";
import { CARD_TYPES } from "../cards/cards.schemas.ts";
import { paymentMandate } from "../cards/mandates.schemas.ts";
import {
  amount,
  amountInput,
  currency,
  id,
  line,
  merchantCurrency,
  page,
  pageQuery,
  timestamp,
} from "../fields.ts";
import { merchant } from "../insights/bills.schemas.ts";

/** What a rule does with a payment that matches it. */
export const STRATEGY_ACTIONS = ["decline", "review", "freeze", "notify"] as const;
/** A strategy's status. A shadow strategy is evaluated without effect; `retired` is permanent. */
export const STRATEGY_STATUSES = ["draft", "shadow", "active", "paused", "retired"] as const;
/**
 * The period that a rule counts over. Calendar windows start in the program's time zone, weeks on
 * Monday. Rolling windows advance in steps (5 minutes for an hour, one hour for a day, otherwise
 * one day), so they may cover up to one step more than their length, but never less.
 */
export const STRATEGY_WINDOWS = [
  "day",
  "week",
  "month",
  "year",
  "lifetime",
  "rolling_1h",
  "rolling_24h",
  "rolling_7d",
  "rolling_30d",
] as const;
/** The period over which wrong CVVs are counted. */
export const WRONG_CVV_WINDOWS = ["rolling_1h", "rolling_24h"] as const;
export const CHANNELS = ["present", "remote", "merchant"] as const;
export const CATEGORIES = ["advertising", "software", "travel", "shopping", "other"] as const;
/** Whether a payment must match one of the listed values, or none of them. */
export const MATCHES = ["any_of", "none_of"] as const;
export const AMOUNT_TESTS = ["over", "under", "between", "outside"] as const;
export const MAX_LIST = 50;
/** Maximum number of strategies per customer, not counting retired ones. */
export const MAX_STRATEGIES = 50;

const match = z.enum(MATCHES, "not_allowed");
const listed = [z.minLength(1, "required"), z.maxLength(MAX_LIST, "too_long")] as const;
const clockTime = z
  .string("wrong_type")
  .check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "malformed"));

/**
 * The conditions of a rule, which matches a payment if all conditions that are present hold.
 * Amounts are in the rule's currency. `between` includes both bounds, `outside` excludes both.
 */
export const ruleConditions = z.strictObject({
  amount: z.optional(
    z.strictObject({
      is: z.enum(AMOUNT_TESTS, "not_allowed"),
      amount: amountInput,
      to: z.optional(amountInput),
    }),
  ),
  /** Matches if matching payments in the window, including this one, total more than `over`. */
  spending: z.optional(
    z.strictObject({ over: amountInput, window: z.enum(STRATEGY_WINDOWS, "not_allowed") }),
  ),
  /** Matches if there are more than `over` payments in the window, including this one. */
  payments: z.optional(
    z.strictObject({
      over: z
        .int("wrong_type")
        .check(z.minimum(0, "out_of_range"), z.maximum(10_000, "out_of_range")),
      window: z.enum(STRATEGY_WINDOWS, "not_allowed"),
    }),
  ),
  categories: z.optional(
    z.strictObject({
      match,
      values: z.array(z.enum(CATEGORIES, "not_allowed"), "wrong_type").check(...listed),
    }),
  ),
  mccs: z.optional(
    z.strictObject({
      match,
      values: z
        .array(z.string("wrong_type").check(z.regex(/^[0-9]{4}$/, "malformed")), "wrong_type")
        .check(...listed),
    }),
  ),
  /** Names, ignoring case, spacing and branch numbers; `Adobe` also matches `ADOBE *CLOUD`. */
  merchants: z.optional(
    z.strictObject({ match, values: z.array(line(80), "wrong_type").check(...listed) }),
  ),
  countries: z.optional(
    z.strictObject({
      match,
      values: z
        .array(z.string("wrong_type").check(z.regex(/^[A-Z]{2}$/, "malformed")), "wrong_type")
        .check(...listed),
    }),
  ),
  currencies: z.optional(
    z.strictObject({
      match,
      values: z.array(merchantCurrency, "wrong_type").check(...listed),
    }),
  ),
  channels: z.optional(
    z.strictObject({
      match,
      values: z.array(z.enum(CHANNELS, "not_allowed"), "wrong_type").check(...listed),
    }),
  ),
  /** Hours in the program's time zone, until just before `to`; past midnight if `to` is earlier. */
  hours: z.optional(z.strictObject({ from: clockTime, to: clockTime })),
  /** Matches if the card has never paid this merchant. */
  newMerchant: z.optional(z.boolean("wrong_type")),
  /** Matches if a wrong CVV was entered at least this many times, including this attempt. */
  wrongCvv: z.optional(
    z.strictObject({
      atLeast: z
        .int("wrong_type")
        .check(z.minimum(1, "out_of_range"), z.maximum(20, "out_of_range")),
      window: z.enum(WRONG_CVV_WINDOWS, "not_allowed"),
    }),
  ),
});

/** The cards that a rule applies to: all of the customer's cards, selected ones, or a tier. */
export const ruleScope = z.strictObject({
  cards: z.enum(["all", "some", "tier"], "not_allowed"),
  cardIds: z.optional(z.array(id("card"), "wrong_type").check(...listed)),
  tier: z.optional(z.enum(CARD_TYPES, "not_allowed")),
});

/** A rule: conditions, an action, and the cards that it applies to. */
export const strategyRule = z.strictObject({
  when: ruleConditions,
  action: z.enum(STRATEGY_ACTIONS, "not_allowed"),
  scope: ruleScope,
  /** Whether windows count activity per card or across all cards in the scope. */
  counts: z.enum(["per_card", "together"], "not_allowed"),
  /** The currency of the amounts; if set, the rule applies only to cards in that currency. */
  currency: z.optional(currency),
  /** Whether an email is sent each time the rule acts. */
  email: z.boolean("wrong_type"),
});

export const createStrategyBody = z.strictObject({ name: line(40), rule: strategyRule });
export const reviseStrategyBody = z.strictObject({
  name: line(40),
  rule: strategyRule,
  /** The version that the edit is based on. The change is rejected if there is a newer version. */
  basedOn: z
    .int("wrong_type")
    .check(z.minimum(1, "out_of_range"), z.maximum(100_000, "out_of_range")),
});
export const strategyStatusBody = z.strictObject({
  status: z.enum(["shadow", "active", "paused", "retired"], "not_allowed"),
});

export const strategy = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(STRATEGY_STATUSES),
  statusSince: timestamp,
  version: z.number(),
  rule: strategyRule,
  /** Payments this month that the rule acted on, or would have acted on in shadow mode. */
  hitsThisMonth: z.number(),
  /** The number of those payments that it matched in shadow mode, without effect. */
  triedThisMonth: z.number(),
  /** When the rule last acted, or would have acted if not in shadow mode; null if never. */
  lastHitAt: z.nullable(timestamp),
  createdAt: timestamp,
});
export const strategyVersion = z.object({
  version: z.number(),
  name: z.string(),
  rule: strategyRule,
  createdAt: timestamp,
});
/** Newest version first, at most 100. */
export const strategyDetail = z.extend(strategy, { versions: z.array(strategyVersion) });
export const strategyList = z.object({
  data: z.array(strategy),
  nextCursor: z.nullable(z.string()),
  /** Payments that any strategy declined or held this month. */
  stoppedThisMonth: z.number(),
});

/** A payment that a strategy acted on, or would have acted on if not in shadow mode. */
export const strategyHit = z.object({
  id: z.string(),
  strategyId: z.string(),
  strategyName: z.string(),
  version: z.number(),
  action: z.enum(STRATEGY_ACTIONS),
  shadow: z.boolean(),
  movementId: z.string(),
  cardId: z.string(),
  amount,
  currency,
  merchant,
  at: timestamp,
});
export const grantQuery = z.strictObject({
  ...pageQuery,
  /** The payment that was allowed. */
  movementId: z.optional(id("mov")),
});

export const strategyHitQuery = z.strictObject({
  ...pageQuery,
  strategyId: z.optional(id("stg")),
});
export const strategyHitPage = page(strategyHit);

/** One check of a decision. Checks are listed in the order they were made. */
export const traceEntry = z.object({
  /** The name of one of the program's checks, `strategy`, or `programme_rule`. */
  check: z.string(),
  passed: z.boolean(),
  /** The decline code if the check fails. */
  code: z.string(),
  limit: z.optional(amount),
  used: z.optional(amount),
  attempted: z.optional(amount),
  /** Used instead of the amounts if the check counts payments. */
  limitCount: z.optional(z.number()),
  usedCount: z.optional(z.number()),
  /** When the used amount starts to become available again. */
  resetsAt: z.optional(timestamp),
  strategyId: z.optional(z.string()),
  strategyName: z.optional(z.string()),
  /** The program rule that declined the payment, described in the reader's language. */
  programmeRule: z.optional(z.string()),
  action: z.optional(z.enum(STRATEGY_ACTIONS)),
  /** Whether the rule was evaluated in shadow mode, without effect. */
  shadow: z.optional(z.boolean()),
  /** The purchase mandate that the card was issued for, in a check of its terms. */
  mandateId: z.optional(z.string()),
  /** True if the check would have failed, but the customer had allowed the payment. */
  allowed: z.optional(z.boolean()),
});

export const FIX_KINDS = [
  "top_up",
  "allow_once",
  "raise_until",
  "raise_card_limit",
  "allow_currencies",
  "unfreeze",
  "verify",
  "repay",
  "reveal",
  "apply",
  "wait",
] as const;

/** A change that would let a declined payment pass and has no other effect. */
export const fix = z.object({
  kind: z.enum(FIX_KINDS),
  /** The amount to add, to repay, or to raise the limit by. */
  amount: z.optional(amount),
  strategyId: z.optional(z.string()),
  strategyName: z.optional(z.string()),
  /** For `raise_card_limit`: which of the owner's limits to raise. `amount` is the shortfall. */
  limit: z.optional(z.enum(["perTransaction", "daily", "monthly"])),
  /** When the payment would pass without any other change, if waiting is enough. */
  at: z.optional(timestamp),
});

export const declineExplanation = z.object({
  movementId: z.string(),
  cardId: z.string(),
  code: z.string(),
  message: z.string(),
  amount,
  currency,
  merchant: z.optional(merchant),
  /** The purchase mandate of the card. */
  mandate: z.optional(paymentMandate),
  at: timestamp,
  trace: z.array(traceEntry),
  fixes: z.array(fix),
});

export const GRANT_MINUTES = [15, 60, 1440] as const;
const grantMinutes = z
  .int("wrong_type")
  .check(z.minimum(5, "out_of_range"), z.maximum(10_080, "out_of_range"));

/** Lets a declined payment pass when the merchant retries it. */
export const createGrantBody = z.strictObject({
  movementId: id("mov"),
  kind: z.enum(["allow_once", "raise_until"], "not_allowed"),
  minutes: grantMinutes,
});
export const grant = z.object({
  id: z.string(),
  /** The declined payment that the exception is for. */
  movementId: z.string(),
  kind: z.enum(["allow_once", "raise_until"]),
  cardId: z.string(),
  /** The merchant that may be paid; null, meaning any merchant, if the exception raises a limit. */
  merchantName: z.nullable(z.string()),
  /** The maximum amount of the payment, or the amount by which the limit is raised. */
  amount,
  currency,
  status: z.enum(["open", "used", "expired", "revoked"]),
  expiresAt: timestamp,
  createdAt: timestamp,
});
export const grantList = page(grant);

export const BACKTEST_DAYS = [30, 90, 365] as const;
export const backtestBody = z.strictObject({
  rule: strategyRule,
  /** The strategy that the rule would replace. */
  strategyId: z.optional(id("stg")),
  days: z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(366, "out_of_range")),
});
const totals = z.array(z.object({ currency, amount }));
export const backtestChange = z.object({
  movementId: z.string(),
  cardId: z.string(),
  merchant,
  amount,
  currency,
  at: timestamp,
  was: z.enum(["approved", "declined"]),
  /** The payment's outcome under the rule. */
  becomes: z.enum(["approved", "declined", "review", "frozen", "noted"]),
});
/** The changes that a rule would have made to the customer's own payment history. */
export const backtest = z.object({
  from: timestamp,
  to: timestamp,
  /** Number of payments evaluated. */
  payments: z.number(),
  stopped: z.number(),
  stoppedAmounts: totals,
  /** Payments that would now pass, for example because the rule replaces a stricter one. */
  allowed: z.number(),
  allowedAmounts: totals,
  noted: z.number(),
  /** Newest first, at most 50. */
  changes: z.array(backtestChange),
});

export const REVIEW_STATUSES = ["waiting", "approved", "declined", "expired"] as const;
/** A payment that a rule holds for its owner's approval. */
export const paymentReview = z.object({
  id: z.string(),
  movementId: z.string(),
  cardId: z.string(),
  strategyName: z.string(),
  amount,
  currency,
  merchant,
  status: z.enum(REVIEW_STATUSES),
  at: timestamp,
  /** When the payment will count as declined; after approval, the deadline for the retry. */
  expiresAt: timestamp,
});

export type StrategyAction = (typeof STRATEGY_ACTIONS)[number];
export type StrategyStatus = (typeof STRATEGY_STATUSES)[number];
export type StrategyWindow = (typeof STRATEGY_WINDOWS)[number];
export type Channel = (typeof CHANNELS)[number];
export type StrategyRule = z.infer<typeof strategyRule>;
export type RuleConditions = z.infer<typeof ruleConditions>;
export type Strategy = z.infer<typeof strategy>;
export type StrategyDetail = z.infer<typeof strategyDetail>;
export type StrategyHit = z.infer<typeof strategyHit>;
export type WireTraceEntry = z.infer<typeof traceEntry>;
export type Fix = z.infer<typeof fix>;
export type DeclineExplanation = z.infer<typeof declineExplanation>;
export type Grant = z.infer<typeof grant>;
export type Backtest = z.infer<typeof backtest>;
export type PaymentReview = z.infer<typeof paymentReview>;
