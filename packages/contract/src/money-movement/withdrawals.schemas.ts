import * as z from "zod/mini";
import { amount, currency, exactAmountInput, id, line, page, timestamp } from "../fields.ts";
import { MOVEMENT_STATUSES } from "../insights/bills.schemas.ts";

/** The asset in which withdrawals are paid. */
export const PAYOUT_ASSETS = ["USDT"] as const;
/** The networks available for withdrawals. */
export const PAYOUT_NETWORKS = ["TRC20", "ERC20", "BEP20"] as const;

/**
 * The stage of a withdrawal. `cooling`: the cancel window is open; `review`: an operator is
 * reviewing it; `queued`: it will be sent next; `sending`: it has been submitted, but no response
 * has arrived yet; `confirming`: it is on chain. All other stages are final.
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

/** Why an operator has to review a withdrawal before it is sent. */
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
const asset = z.enum(PAYOUT_ASSETS);

/** An address as typed or pasted. Each problem with an address has its own code. */
const addressInput = line(100);
const label = line(40);

export const payoutAddress = z.object({
  id: z.string(),
  label: z.string(),
  network,
  address: z.string(),
  /** No money can be sent to a new address for one day. */
  status: z.enum(["cooling", "ready"]),
  usableAt: timestamp,
  createdAt: timestamp,
});

export const payoutAddressList = page(payoutAddress);

export const checkAddressBody = z.strictObject({ network: networkInput, address: addressInput });

/** A known address that starts and ends like another one, and is not the same. */
const lookalike = z.object({
  /**
   * `book`: from the address book, where it may have been removed; `deposit`: one of the addresses
   * that the customer's deposits were paid to; `sender`: one that they were paid from.
   */
  kind: z.enum(["book", "deposit", "sender"]),
  label: z.nullable(z.string()),
  address: z.string(),
});

/** An address in its canonical form, along with known addresses that it could be confused with. */
export const checkedAddress = z.object({
  network,
  address: z.string(),
  lookalikes: z.array(lookalike),
});

export const addAddressBody = z.strictObject({
  label,
  network: networkInput,
  address: addressInput,
  /** Confirms that the customer saw both addresses in full and intends to use this one. */
  confirmLookalike: z.optional(z.boolean("wrong_type")),
});

export const renameAddressBody = z.strictObject({ label });

/** Current costs and limits for withdrawals. */
export const withdrawalTerms = z.object({
  feeBasisPoints: z.number(),
  asset,
  networks: z.array(
    z.object({
      network,
      /** What the network charges for a payout, in the asset. */
      cost: amount,
      /** The smallest payout, in the asset. */
      minimum: amount,
      confirmationsRequired: z.number(),
    }),
  ),
  /** The maximum for a single withdrawal, in the asset. */
  maximum: amount,
  /**
   * How much may be withdrawn in a day, including all costs. `dayUsed` is how much has been
   * withdrawn today. Both are in `USD`.
   */
  dayLimit: amount,
  dayUsed: amount,
  dayCount: z.number(),
  dayMaxCount: z.number(),
  dayEndsAt: timestamp,
  /** Whether the customer has a second factor, which raises the daily limit. */
  hasSecondFactor: z.boolean(),
  /**
   * When withdrawals become possible again after a change of password or second factor; null if
   * they are possible now.
   */
  lockedUntil: z.nullable(timestamp),
  /** Whether there is a security hold. Nothing can be withdrawn until an operator lifts it. */
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
  /** The amount to send, before fees, in the account's currency. */
  amount,
  fee: amount,
  feeBasisPoints: z.number(),
  networkFee: amount,
  /** The total amount that leaves the account. */
  total: amount,
  currency,
  /** The amount that arrives at the address, in the asset. */
  receiveAmount: amount,
  /** Units of `currency` per unit of the asset, including the spread. */
  rate: z.string(),
  /** The time of the rate, as reported by its source. */
  ratedAt: timestamp,
  /** Publisher of the rate; null for quotes created before publishers were recorded. */
  rateSource: z.nullable(z.string()),
  /** The spread: how much worse the customer's rate is than the source's rate. */
  spreadBasisPoints: z.number(),
  /** What is available on the account afterwards: without the money that is on hold. */
  accountBalanceAfter: amount,
  /** Whether an operator will review the withdrawal before it is sent. */
  needsReview: z.boolean(),
  /**
   * Known addresses that the withdrawal's address could be confused with. Show them in full before
   * the withdrawal is confirmed.
   */
  lookalikes: z.array(lookalike),
  expiresAt: timestamp,
});

export const createWithdrawalBody = z.strictObject({ quoteId: id("quo") });

export const withdrawal = z.object({
  id: z.string(),
  /** The status, as in every list; `stage` is more precise. */
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
  /** Why an operator reviews the withdrawal; empty if no review is needed. */
  reviewReasons: z.array(z.enum(REVIEW_REASONS)),
  /** The review's case; null if there is none. */
  reviewId: z.nullable(z.string()),
  canCancel: z.boolean(),
  /** End of the cancel window. Nothing is sent before this moment. */
  cancelUntil: timestamp,
  /** Seconds until `cancelUntil` by the server's clock, because the client's clock may be wrong. */
  cancelSecondsLeft: z.number(),
  confirmations: z.number(),
  confirmationsRequired: z.number(),
  transactionHash: z.nullable(z.string()),
  /** What has happened so far, in order. */
  timeline: z.array(z.object({ stage: z.enum(WITHDRAWAL_STAGES), at: timestamp })),
  createdAt: timestamp,
  endedAt: z.nullable(timestamp),
  movementId: z.string(),
  /** The movement that returned the money; null if there is none. */
  returnMovementId: z.nullable(z.string()),
});

export const withdrawalList = page(withdrawal);

/** The secret in an emailed "not me" link; sent only in a request body. */
export const notMeBody = z.strictObject({
  token: z.string("wrong_type").check(
    z.maxLength(100, "too_long"),
    // A program with one cell issues links without a prefix, and so did all earlier releases.
    z.regex(/^(?:vl[1-9][0-9]{0,2}_)?[A-Za-z0-9_-]{43}$/, "malformed"),
  ),
});

/** The number of withdrawals that were canceled, and the number that had already been sent. */
export const notMeAnswer = z.object({ cancelled: z.number(), alreadySent: z.number() });

export const payoutOutcomeBody = z.strictObject({
  outcome: z.enum(PAYOUT_OUTCOMES, "not_allowed"),
  /**
   * The withdrawal to apply the outcome to; if absent, the outcome applies to the next payout sent.
   */
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
      /** The status as worded by the provider. */
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
export type Lookalike = z.infer<typeof lookalike>;
export type CheckedAddress = z.infer<typeof checkedAddress>;
export type AddAddressBody = z.infer<typeof addAddressBody>;
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>;
export type QuoteWithdrawalBody = z.infer<typeof quoteWithdrawalBody>;
export type WithdrawalQuote = z.infer<typeof withdrawalQuote>;
export type Withdrawal = z.infer<typeof withdrawal>;
export type NotMeAnswer = z.infer<typeof notMeAnswer>;
export type SandboxPayouts = z.infer<typeof sandboxPayoutList>;
