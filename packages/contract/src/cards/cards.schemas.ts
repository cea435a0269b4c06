import * as z from "zod/mini";
import { amount, amountInput, currency, id, line, timestamp } from "../fields.ts";

export const CARD_NETWORKS = ["visa", "mastercard", "amex", "unionpay", "jcb", "discover"] as const;
export const CARD_TYPES = ["premium", "business", "standard"] as const;
export const CARD_STATUSES = ["active", "frozen", "closed", "expired"] as const;

export const cardNetwork = z.enum(CARD_NETWORKS);
export const cardType = z.enum(CARD_TYPES);
export const cardStatus = z.enum(CARD_STATUSES);

const limits = z.object({ perTransaction: amount, daily: amount, monthly: amount });

/** A line of cards that can be applied for: one BIN, one currency, its fees and limits. */
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
  /** What it is good for, in the reader's language (`Ads and marketplaces`). */
  description: z.string(),
});

export const billingAddressInput = z.strictObject({
  line1: line(100),
  line2: z.optional(line(100)),
  city: line(60),
  region: z.optional(line(60)),
  postalCode: line(16),
  country: z.string("wrong_type").check(z.regex(/^[A-Z]{2}$/, "malformed")),
});
export const billingAddress = z.object({
  assignment: z.enum(["auto", "custom"]),
  line1: z.string(),
  line2: z.nullable(z.string()),
  city: z.string(),
  region: z.nullable(z.string()),
  postalCode: z.string(),
  country: z.string(),
});

export const applyBody = z.strictObject({
  segmentId: id("seg"),
  nickname: z.optional(line(40)),
  billingAddress: z.union([z.literal("auto"), billingAddressInput]),
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
  status: z.enum(["processing", "reviewing", "completed", "failed", "rejected"]),
  cardId: z.optional(z.string()),
  createdAt: timestamp,
});

/** A card as lists show it. It has no PAN and no CVV, so neither can slip into a list. */
export const card = z.object({
  id: z.string(),
  nickname: z.nullable(z.string()),
  network: cardNetwork,
  type: cardType,
  currency,
  last4: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
  status: cardStatus,
  balance: amount,
  /** Part of the balance that pending payments hold. */
  held: amount,
  spentToday: amount,
  monthlyLimit: amount,
  spentThisMonth: amount,
  dailyLimit: amount,
  perTransactionLimit: amount,
  depositFeeBasisPoints: z.number(),
  /** When today's and this month's counts start again. */
  dailyResetsAt: timestamp,
  monthlyResetsAt: timestamp,
  createdAt: timestamp,
});

/** What only a reveal answers. */
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
export type CardSegment = z.infer<typeof cardSegment>;
export type BillingAddressInput = z.infer<typeof billingAddressInput>;
export type BillingAddress = z.infer<typeof billingAddress>;
export type ApplyBody = z.infer<typeof applyBody>;
export type CardApplication = z.infer<typeof cardApplication>;
export type Card = z.infer<typeof card>;
export type CardSecrets = z.infer<typeof cardSecrets>;
export type Quote = z.infer<typeof quote>;
export type FundingReceipt = z.infer<typeof fundingReceipt>;
