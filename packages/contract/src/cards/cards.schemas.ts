import * as z from "zod/mini";
import { amount, amountInput, currency, id, line, pageQuery, timestamp } from "../fields.ts";

export const CARD_NETWORKS = ["visa", "mastercard", "amex", "unionpay", "jcb", "discover"] as const;
export const CARD_TYPES = ["premium", "business", "standard"] as const;
export const CARD_STATUSES = ["active", "frozen", "closing", "closed", "expired"] as const;
/**
 * What a card can be used for: any payment, a single payment, or payments to the first merchant
 * only.
 */
export const CARD_USAGES = ["standard", "single_use", "merchant_locked"] as const;
/** The freeze layers. A card can be used only while none of them is set. */
export const FREEZE_LAYERS = ["operator", "verification", "risk", "customer", "schedule"] as const;
/** The reasons an operator can give for freezing a card. */
export const OPERATOR_FREEZE_REASONS = ["suspected_fraud", "compliance", "other"] as const;
export const FREEZE_REASONS = [
  "requested",
  "strategy",
  "schedule",
  /** Wrong card details were entered too many times. */
  "wrong_details",
  ...OPERATOR_FREEZE_REASONS,
] as const;
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export const MAX_SCHEDULE_WINDOWS = 7;
export const MAX_NICKNAME_LENGTH = 40;
export const MAX_TAGS = 8;
export const MAX_TAG_LENGTH = 24;
export const REPLACEMENT_REASONS = ["lost", "stolen", "compromised", "damaged", "expired"] as const;

export const cardNetwork = z.enum(CARD_NETWORKS);
export const cardType = z.enum(CARD_TYPES);
export const cardStatus = z.enum(CARD_STATUSES);
export const cardUsage = z.enum(CARD_USAGES, "not_allowed");
export const freezeLayer = z.enum(FREEZE_LAYERS);

const clockTime = z
  .string("wrong_type")
  .check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "malformed"));

/**
 * Blocked hours of a card, from `from` until just before `to` in the program's time zone, starting
 * on each of the listed days. They extend past midnight if `to` is earlier than `from`, and last a
 * full day if both are equal.
 */
export const scheduleWindow = z.strictObject({
  days: z.array(z.enum(WEEKDAYS, "not_allowed"), "wrong_type").check(
    z.minLength(1, "required"),
    z.maxLength(WEEKDAYS.length, "too_long"),
    z.refine((days) => new Set(days).size === days.length, "contradiction"),
  ),
  from: clockTime,
  to: clockTime,
});
/** The revision that the edit is based on. If absent, the last write wins. */
export const editedRevision = z.optional(
  z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(1_000_000, "out_of_range")),
);

/** All blocked hours of a card; an empty list removes them. */
export const scheduleBody = z.strictObject({
  revision: editedRevision,
  windows: z
    .array(scheduleWindow, "wrong_type")
    .check(z.maxLength(MAX_SCHEDULE_WINDOWS, "too_long")),
});

/** A word that groups cards; two tags that differ only in case are the same tag. */
export const cardTag = line(MAX_TAG_LENGTH);

/** A freeze layer that is set. */
export const cardFreeze = z.object({
  layer: freezeLayer,
  reason: z.enum(FREEZE_REASONS),
  since: timestamp,
  /** When the blocked hours end; null for a layer that has to be lifted manually. */
  until: z.nullable(timestamp),
});

const limits = z.object({ perTransaction: amount, daily: amount, monthly: amount });

/** A card product that customers can apply for: one BIN and currency, with its fees and limits. */
export const cardSegment = z.object({
  id: z.string(),
  network: cardNetwork,
  bin: z.string(),
  type: cardType,
  currency,
  openingFee: amount,
  depositFeeBasisPoints: z.number(),
  limits,
  inStock: z.boolean(),
  /** The intended use, in the reader's language (`Ads and marketplaces`). */
  description: z.string(),
});

/** The maximum spending limits of a card by type and currency; a product may allow less. */
export const cardLimits = z.object({ type: cardType, currency, limits });

export const billingAddressInput = z.strictObject({
  line1: line(100),
  line2: z.optional(line(100)),
  city: line(60),
  region: z.optional(line(60)),
  postalCode: line(16),
  country: z.string("wrong_type").check(z.regex(/^[A-Z]{2}$/, "malformed")),
});
export const billingAddress = z.object({
  /** `holder`: the cardholder's own address, shared by all of their cards. */
  assignment: z.enum(["auto", "custom", "holder"]),
  line1: z.string(),
  line2: z.nullable(z.string()),
  city: z.string(),
  region: z.nullable(z.string()),
  postalCode: z.string(),
  country: z.string(),
});

export const applyBody = z.strictObject({
  segmentId: id("seg"),
  nickname: z.optional(line(MAX_NICKNAME_LENGTH)),
  billingAddress: z.union([z.literal("auto"), billingAddressInput]),
  /** Defaults to `standard`. */
  usage: z.optional(cardUsage),
  openingFee: z
    .string("wrong_type")
    .check(
      z.maxLength(15, "malformed_amount"),
      z.regex(/^(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?$/, "malformed_amount"),
    ),
});
export const cardApplication = z.object({
  id: z.string(),
  segmentId: z.string(),
  network: cardNetwork,
  type: cardType,
  currency,
  nickname: z.nullable(z.string()),
  openingFee: amount,
  status: z.enum([
    "processing",
    "reviewing",
    "completed",
    "failed",
    "rejected",
    "cancelled",
    "expired",
  ]),
  cardId: z.optional(z.string()),
  createdAt: timestamp,
});

/** A card as it appears in lists, without PAN or CVV, so that a list cannot leak them. */
export const card = z.object({
  id: z.string(),
  nickname: z.nullable(z.string()),
  tags: z.array(z.string()),
  network: cardNetwork,
  type: cardType,
  currency,
  last4: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
  status: cardStatus,
  balance: amount,
  /** The part of the balance held for pending payments. */
  held: amount,
  spentToday: amount,
  monthlyLimit: amount,
  spentThisMonth: amount,
  dailyLimit: amount,
  perTransactionLimit: amount,
  /** The owner's limits, in addition to the limits above; null for no limit. */
  ownLimits: z.object({
    perTransaction: z.nullable(amount),
    daily: z.nullable(amount),
    monthly: z.nullable(amount),
  }),
  /** Whether the owner allows payments in currencies other than the card's. */
  foreignPayments: z.enum(["allowed", "blocked"]),
  /**
   * What the card draws on its customer's account if its own balance does not suffice; null if it
   * does not. Absent if the program does not offer it.
   */
  draw: z.optional(
    z.nullable(
      z.object({
        /** The most in a day, fees included. */
        daily: amount,
        drawnToday: amount,
        /** The fee that the owner has agreed to. A higher `depositFeeBasisPoints` stops drawing. */
        feeBasisPoints: z.number(),
        /** The only merchants paid from the account; null for every merchant. */
        merchants: z.nullable(z.array(z.string())),
      }),
    ),
  ),
  /**
   * The merchants that the owner wants kept paid: what the card's balance lacks for them is drawn
   * on the account up to a ceiling of their own, even if `draw` is null or used up. Null if there
   * are none, absent if the program does not offer drawing.
   */
  keepAlive: z.optional(
    z.nullable(
      z.object({
        /** The most that they draw together in a day, fees included. */
        daily: amount,
        drawnToday: amount,
        /** The fee that the owner has agreed to. A higher one stops drawing, as for `draw`. */
        feeBasisPoints: z.number(),
        merchants: z.array(z.string()),
      }),
    ),
  ),
  /** The fee for loading the card, and for drawing on the account. */
  depositFeeBasisPoints: z.number(),
  /** When the daily counters reset. */
  dailyResetsAt: timestamp,
  monthlyResetsAt: timestamp,
  createdAt: timestamp,
  /** All freeze layers that are set; the card can be used if the list is empty. */
  freezes: z.array(cardFreeze),
  schedule: z.object({
    /** The program's time zone, as an IANA name. */
    timeZone: z.string(),
    windows: z.array(scheduleWindow),
  }),
  usage: cardUsage,
  /** Whether a single-use card, or one of a mandate, has already been used for its payment. */
  used: z.boolean(),
  /** The purchase mandate that the card was issued for; null for other cards. */
  mandateId: z.nullable(z.string()),
  /** The merchant that a merchant-locked card is locked to; null before its first payment. */
  lockedMerchant: z.nullable(z.string()),
  /** The card that this card replaced. */
  replaces: z.nullable(z.string()),
  replacedBy: z.nullable(z.string()),
  /** What the card is waiting for before it closes; null unless the card is closing. */
  closing: z.nullable(z.object({ since: timestamp, pendingPayments: z.number() })),
  /** Who stores and shows the card number. The `reveal` call works only for `tessera`. */
  numberAt: z.enum(["tessera", "stripe"]),
  /**
   * Increases with every change to the owner's settings, so that an editor can state which revision
   * it saw.
   */
  revision: z.int(),
});

/** `tag` limits the list to cards with that tag, ignoring case. */
export const cardListQuery = z.strictObject({ ...pageQuery, tag: z.optional(cardTag) });

/**
 * Closes the card immediately; rejected while payments are pending. With `whenSettled`, closing
 * waits for pending payments.
 */
export const closeBody = z.strictObject({ whenSettled: z.optional(z.boolean("wrong_type")) });

export const replaceBody = z.strictObject({
  reason: z.enum(REPLACEMENT_REASONS, "not_allowed"),
});
/** The replaced card as it is now, and the new card. */
export const replacement = z.object({ card, replaced: card });

export const operatorFreezeBody = z.strictObject({
  reason: z.enum(OPERATOR_FREEZE_REASONS, "not_allowed"),
  /** For the audit log only; not shown to the customer. */
  note: z.optional(line(200)),
});
/** The layers that operators may lift. */
export const OPERATOR_LIFTED_LAYERS = ["operator", "verification"] as const;
export const operatorUnfreezeBody = z.strictObject({
  note: line(200),
  /** Defaults to `operator`. */
  layer: z.optional(z.enum(OPERATOR_LIFTED_LAYERS, "not_allowed")),
});

/** A card's secrets, returned only by a reveal. */
export const cardSecrets = z.object({
  pan: z.string(),
  cvv: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
  billingAddress,
});

export const quoteBody = z.strictObject({
  operation: z.enum(["deposit", "withdraw"], "not_allowed"),
  amount: amountInput,
});
export const quote = z.object({
  quoteId: z.string(),
  operation: z.enum(["deposit", "withdraw"]),
  amount,
  fee: amount,
  feeBasisPoints: z.number(),
  total: amount,
  currency,
  /** What is available on the account afterwards: without the money that is on hold. */
  accountBalanceAfter: amount,
  cardBalanceAfter: amount,
  expiresAt: timestamp,
});
export const spendQuoteBody = z.strictObject({ quoteId: id("quo") });
export const fundingReceipt = z.object({
  movementId: z.string(),
  status: z.string(),
  amount,
  fee: amount,
  total: amount,
  currency,
  accountBalance: amount,
  cardBalance: amount,
});

export type CardNetwork = z.infer<typeof cardNetwork>;
export type CardType = z.infer<typeof cardType>;
export type CardStatus = z.infer<typeof cardStatus>;
export type CardUsage = z.infer<typeof cardUsage>;
export type FreezeLayer = z.infer<typeof freezeLayer>;
export type FreezeReason = (typeof FREEZE_REASONS)[number];
export type OperatorLiftedLayer = (typeof OPERATOR_LIFTED_LAYERS)[number];
export type CardFreeze = z.infer<typeof cardFreeze>;
export type Weekday = (typeof WEEKDAYS)[number];
export type ScheduleWindow = z.infer<typeof scheduleWindow>;
export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];
export type Replacement = z.infer<typeof replacement>;
export type CardLimits = z.infer<typeof cardLimits>;
export type CardSegment = z.infer<typeof cardSegment>;
export type BillingAddressInput = z.infer<typeof billingAddressInput>;
export type BillingAddress = z.infer<typeof billingAddress>;
export type ApplyBody = z.infer<typeof applyBody>;
export type CardApplication = z.infer<typeof cardApplication>;
export type Card = z.infer<typeof card>;
export type CardListQuery = z.infer<typeof cardListQuery>;
export type CardSecrets = z.infer<typeof cardSecrets>;
export type Quote = z.infer<typeof quote>;
export type FundingReceipt = z.infer<typeof fundingReceipt>;
