import * as z from "zod/mini";
import { amount, currency, exactAmountInput, id, line, page, timestamp } from "../fields.ts";
import { MOVEMENT_STATUSES } from "../insights/bills.schemas.ts";
import { DEPOSIT_ASSETS, DEPOSIT_NETWORKS } from "./wallet.schemas.ts";

/** What can be withdrawn, and over which networks: those of deposits. */
export const PAYOUT_NETWORKS = DEPOSIT_NETWORKS;

/**
 * The stage of a withdrawal. `cooling`: its cancel window is open; `review`: an operator reviews
 * it; `queued`: it will be sent next; `sending`: it was submitted and there is no response yet;
 * `confirming`: it is on chain; the others are final.
 */
export const WITHDRAWAL_STAGES = [
  "cooling",
  "review",
  "queued",
  "sending",
  "confirming",
  "completed",
  "cancelled",
  "rejected",
  "declined",
  "failed",
  "expired",
] as const;

/** Why an operator reviews a withdrawal before it is sent. */
export const REVIEW_REASONS = [
  "over_threshold",
  "young_account",
  "new_address",
  "flagged",
] as const;

/** What the sandbox's payout provider does with a payout. */
export const PAYOUT_OUTCOMES = [
  "complete",
  "fail",
  "decline",
  "delay",
  "lose_request",
  "drop_answer",
  "repeat_callback",
  "callback_first",
  "unknown_status",
] as const;

const network = z.enum(PAYOUT_NETWORKS);
const networkInput = z.enum(PAYOUT_NETWORKS, "not_allowed");
const asset = z.enum(DEPOSIT_ASSETS);

/** As typed or pasted; problems have their own codes. */
const addressInput = line(100);
const label = line(40);

export const payoutAddress = z.object({
  id: z.string(),
  label: z.string(),
  network,
  address: z.string(),
  /** Money cannot be sent to a new address for one day. */
  status: z.enum(["cooling", "ready"]),
  usableAt: timestamp,
  createdAt: timestamp,
});

export const payoutAddressList = page(payoutAddress);

export const checkAddressBody = z.strictObject({ network: networkInput, address: addressInput });

/** The address in its canonical form, and known ones that it could be confused with. */
export const checkedAddress = z.object({
  network,
  address: z.string(),
  lookalikes: z.array(
    z.object({
      /**
       * `book`: from the address book; `deposit`: one that the customer's deposits were paid to.
       */
      kind: z.enum(["book", "deposit"]),
      label: z.nullable(z.string()),
      address: z.string(),
    }),
  ),
});

export const addAddressBody = z.strictObject({
  label,
  network: networkInput,
  address: addressInput,
  /** Confirms that the customer saw both addresses in full and means this one. */
  confirmLookalike: z.optional(z.boolean("wrong_type")),
});

export const renameAddressBody = z.strictObject({ label });

/** Current costs and limits of withdrawing. */
export const withdrawalTerms = z.object({
  feeBasisPoints: z.number(),
  asset,
  networks: z.array(
    z.object({
      network,
      /** What the network charges for one payout, in the asset. */
      cost: amount,
      /** The smallest payout, in the asset. */
      minimum: amount,
      confirmationsRequired: z.number(),
    }),
  ),
  /** The largest single withdrawal, in the asset. */
  maximum: amount,
  /**
   * What may be withdrawn in a day, including all costs, and what was withdrawn today; in `USD`.
   */
  dayLimit: amount,
  dayUsed: amount,
  dayCount: z.number(),
  dayMaxCount: z.number(),
  dayEndsAt: timestamp,
  /** Whether there is a second factor, which raises the daily limit. */
  hasSecondFactor: z.boolean(),
  /** Until when nothing can be withdrawn because a password or factor changed; null if not. */
  lockedUntil: z.nullable(timestamp),
  /** Whether there is a security hold: nothing can be withdrawn until an operator lifts it. */
  onHold: z.boolean(),
  cancelSeconds: z.number(),
});

export const quoteWithdrawalBody = z.strictObject({
  addressId: id("pad"),
  amount: exactAmountInput,
  /** The account to debit; defaults to USD. */
  currency: z.optional(currency),
});

export const withdrawalQuote = z.object({
  quoteId: z.string(),
  addressId: z.string(),
  asset,
  network,
  address: z.string(),
  /** What is sent, before fees, in the account's currency. */
  amount,
  fee: amount,
  feeBasisPoints: z.number(),
  networkFee: amount,
  /** Everything that leaves the account. */
  total: amount,
  currency,
  /** What arrives at the address, in the asset. */
  receiveAmount: amount,
  /** Units of `currency` for one of the asset, including the spread. */
  rate: z.string(),
  /** The time of the rate, according to its source. */
  ratedAt: timestamp,
  /** Publisher of the rate; null for quotes made before it was recorded. */
  rateSource: z.nullable(z.string()),
  /** The spread: how much worse the rate is for the customer than the source's. */
  spreadBasisPoints: z.number(),
  accountBalanceAfter: amount,
  /** Whether an operator will review it before it is sent. */
  needsReview: z.boolean(),
  expiresAt: timestamp,
});

export const createWithdrawalBody = z.strictObject({ quoteId: id("quo") });

export const withdrawal = z.object({
  id: z.string(),
  /** As in every list; `stage` is more exact. */
  status: z.enum(MOVEMENT_STATUSES),
  stage: z.enum(WITHDRAWAL_STAGES),
  asset,
  network,
  address: z.string(),
  addressLabel: z.string(),
  amount,
  fee: amount,
  feeBasisPoints: z.number(),
  networkFee: amount,
  total: amount,
  currency,
  receiveAmount: amount,
  /** Why an operator reviews it; empty if none does. */
  reviewReasons: z.array(z.enum(REVIEW_REASONS)),
  /** The case of the review; null if there is none. */
  reviewId: z.nullable(z.string()),
  canCancel: z.boolean(),
  /** Nothing is sent before this moment. */
  cancelUntil: timestamp,
  /** Until then, by the server's clock; the reader's own may be wrong. */
  cancelSecondsLeft: z.number(),
  confirmations: z.number(),
  confirmationsRequired: z.number(),
  transactionHash: z.nullable(z.string()),
  /** What happened so far, in order. */
  timeline: z.array(z.object({ stage: z.enum(WITHDRAWAL_STAGES), at: timestamp })),
  createdAt: timestamp,
  endedAt: z.nullable(timestamp),
  movementId: z.string(),
  /** The movement that returned the money; null if there is none. */
  returnMovementId: z.nullable(z.string()),
});

export const withdrawalList = page(withdrawal);

/** The secret of an emailed "not me" link; only ever sent in a body. */
export const notMeBody = z.strictObject({
  token: z
    .string("wrong_type")
    .check(z.maxLength(100, "too_long"), z.regex(/^[A-Za-z0-9_-]{43}$/, "malformed")),
});

/** What was stopped, and what had already left. */
export const notMeAnswer = z.object({ cancelled: z.number(), alreadySent: z.number() });

/** Lifts the security hold that was reviewed, and no later one. */
export const liftHoldBody = z.strictObject({ holdId: id("hold"), reason: line(500) });

export const payoutOutcomeBody = z.strictObject({
  outcome: z.enum(PAYOUT_OUTCOMES, "not_allowed"),
  /** For this withdrawal; if absent, for the next payout that is sent. */
  withdrawalId: z.optional(id("wdr")),
});

export const sandboxPayoutList = z.object({
  data: z.array(
    z.object({
      withdrawalId: z.string(),
      network,
      address: z.string(),
      amount,
      outcome: z.enum(PAYOUT_OUTCOMES),
      /** In the provider's own words. */
      status: z.string(),
      confirmations: z.number(),
      transactionHash: z.nullable(z.string()),
    }),
  ),
});

export type PayoutNetwork = z.infer<typeof network>;
export type WithdrawalStage = (typeof WITHDRAWAL_STAGES)[number];
export type ReviewReason = (typeof REVIEW_REASONS)[number];
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number];
export type PayoutAddress = z.infer<typeof payoutAddress>;
export type CheckedAddress = z.infer<typeof checkedAddress>;
export type AddAddressBody = z.infer<typeof addAddressBody>;
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>;
export type QuoteWithdrawalBody = z.infer<typeof quoteWithdrawalBody>;
export type WithdrawalQuote = z.infer<typeof withdrawalQuote>;
export type Withdrawal = z.infer<typeof withdrawal>;
export type NotMeAnswer = z.infer<typeof notMeAnswer>;
export type SandboxPayouts = z.infer<typeof sandboxPayoutList>;
