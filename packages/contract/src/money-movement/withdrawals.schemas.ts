import * as z from "zod/mini";
import { amount, currency, exactAmountInput, id, line, page, timestamp } from "../fields.ts";
import { MOVEMENT_STATUSES } from "../insights/bills.schemas.ts";
import { DEPOSIT_ASSETS, DEPOSIT_NETWORKS } from "./wallet.schemas.ts";

/** What is paid out, and where: the assets and networks that deposits know. */
export const PAYOUT_NETWORKS = DEPOSIT_NETWORKS;

/**
 * How far a withdrawal is. `cooling`: it waits for its cancel window; `review`: an operator looks
 * at it; `queued`: it is next to be sent; `sending`: it was handed over and no answer has come;
 * `confirming`: it is on its way; the rest are ends.
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

/** Why an operator looks at a withdrawal before it is sent. */
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

/** As somebody typed or pasted it; what is wrong with it is told by a code of its own. */
const addressInput = line(100);
const label = line(40);

export const payoutAddress = z.object({
  id: z.string(),
  label: z.string(),
  network,
  address: z.string(),
  /** A new address waits a day before money may go there. */
  status: z.enum(["cooling", "ready"]),
  usableAt: timestamp,
  createdAt: timestamp,
});

export const payoutAddressList = page(payoutAddress);

export const checkAddressBody = z.strictObject({ network: networkInput, address: addressInput });

/** The address in its one form, and the known ones that it could be mistaken for. */
export const checkedAddress = z.object({
  network,
  address: z.string(),
  lookalikes: z.array(
    z.object({
      /** `book`: of the address book; `deposit`: one that the customer's deposits were paid to. */
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
  /** Says that the customer saw both addresses in full and means this one. */
  confirmLookalike: z.optional(z.boolean("wrong_type")),
});

export const renameAddressBody = z.strictObject({ label });

/** What withdrawing costs and allows at the moment. */
export const withdrawalTerms = z.object({
  feeBasisPoints: z.number(),
  asset,
  networks: z.array(
    z.object({
      network,
      /** What the network takes for one payout, in the asset. */
      cost: amount,
      /** The least that is paid out, in the asset. */
      minimum: amount,
      confirmationsRequired: z.number(),
    }),
  ),
  /** The most of one withdrawal, in the asset. */
  maximum: amount,
  /** What may be withdrawn in a day, with everything it costs, and what was today; in `USD`. */
  dayLimit: amount,
  dayUsed: amount,
  dayCount: z.number(),
  dayMaxCount: z.number(),
  dayEndsAt: timestamp,
  /** Whether a second factor is there; with one the day's limit is higher. */
  hasSecondFactor: z.boolean(),
  /** Until when nothing can be withdrawn because a password or factor changed; null where not. */
  lockedUntil: z.nullable(timestamp),
  /** Whether somebody said “not me”: nothing can be withdrawn until Tessera lifts it. */
  onHold: z.boolean(),
  cancelSeconds: z.number(),
});

export const quoteWithdrawalBody = z.strictObject({
  addressId: id("pad"),
  amount: exactAmountInput,
  /** The account it comes from; USD where absent. */
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
  /** All that leaves the account. */
  total: amount,
  currency,
  /** What arrives at the address, in the asset. */
  receiveAmount: amount,
  /** Units of `currency` for one of the asset, spread included. */
  rate: z.string(),
  /** The time of the rate, by its source. */
  ratedAt: timestamp,
  /** Publisher of the rate; null for quotes made before it was recorded. */
  rateSource: z.nullable(z.string()),
  /** By how much the rate is worse for the customer than the source's. */
  spreadBasisPoints: z.number(),
  accountBalanceAfter: amount,
  /** Whether an operator will look at it before it is sent. */
  needsReview: z.boolean(),
  expiresAt: timestamp,
});

export const createWithdrawalBody = z.strictObject({ quoteId: id("quo") });

export const withdrawal = z.object({
  id: z.string(),
  /** As every list reads it; `stage` says more exactly how far it is. */
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
  /** Why an operator looks at it; empty where none does. */
  reviewReasons: z.array(z.enum(REVIEW_REASONS)),
  /** The case of the operators' looking at it, as in the pending reviews; null where none is. */
  reviewId: z.nullable(z.string()),
  canCancel: z.boolean(),
  /** Nothing is sent before this moment. */
  cancelUntil: timestamp,
  /** Until then, by the server's clock: the reader's own may be wrong. */
  cancelSecondsLeft: z.number(),
  confirmations: z.number(),
  confirmationsRequired: z.number(),
  transactionHash: z.nullable(z.string()),
  /** What happened so far, first thing first. */
  timeline: z.array(z.object({ stage: z.enum(WITHDRAWAL_STAGES), at: timestamp })),
  createdAt: timestamp,
  endedAt: z.nullable(timestamp),
  movementId: z.string(),
  /** The movement that gave the money back; null where none was. */
  returnMovementId: z.nullable(z.string()),
});

export const withdrawalList = page(withdrawal);

/** The secret of a mailed “not me” link; it travels in a body and nowhere else. */
export const notMeBody = z.strictObject({
  token: z
    .string("wrong_type")
    .check(z.maxLength(100, "too_long"), z.regex(/^[A-Za-z0-9_-]{43}$/, "malformed")),
});

/** What was stopped, and what had left already. */
export const notMeAnswer = z.object({ cancelled: z.number(), alreadySent: z.number() });

/** Lifts the hold that was looked at, and no later one. */
export const liftHoldBody = z.strictObject({ holdId: id("hold"), reason: line(500) });

export const payoutOutcomeBody = z.strictObject({
  outcome: z.enum(PAYOUT_OUTCOMES, "not_allowed"),
  /** Of this withdrawal; of the next payout that is sent where absent. */
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
