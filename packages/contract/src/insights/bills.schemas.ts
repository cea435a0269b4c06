import * as z from "zod/mini";
import { cardTag } from "../cards/cards.schemas.ts";
import { paymentMandate } from "../cards/mandates.schemas.ts";
import {
  amount,
  amountInput,
  currency,
  merchantAmount,
  page,
  pageQuery,
  timeInput,
  timestamp,
} from "../fields.ts";
import { DEPOSIT_NOTES } from "../money-movement/wallet.schemas.ts";

/** Types of movements. The steps of a payment belong to its timeline. */
export const MOVEMENT_KINDS = [
  "deposit",
  "withdrawal",
  "withdrawal_return",
  "card_opening",
  "card_deposit",
  "card_withdraw",
  "card_close",
  "card_replacement",
  "purchase",
  "refund",
  "force_post",
  "correction",
  "exchange",
] as const;

/** Types that appear only in a timeline, in addition to those above. */
export const STEP_KINDS = [
  "increment",
  "advice",
  "clearing",
  "reversal",
  "expiry",
  "release",
  "repayment",
  "return_reversal",
  /** A deposit's payment that the network took back, with its credit. */
  "deposit_reversal",
  /** The owner's decision on a payment held by a strategy. */
  "review",
] as const;

/**
 * What is unusual about a step. `late`: the hold had already ended; `over_tolerance`: further above
 * the authorized amount than the merchant's category allows; `over_balance`: more than the card's
 * balance; `partial`: only part of the amount; `unmatched`: the authorization never arrived.
 */
export const STEP_LABELS = [
  "late",
  "over_tolerance",
  "over_balance",
  "partial",
  "unmatched",
] as const;

export const MOVEMENT_STATUSES = [
  "processing",
  "reviewing",
  "queued",
  "completed",
  "failed",
  "declined",
  "rejected",
  "cancelled",
  "expired",
] as const;

/**
 * How a movement's status is displayed. A deposit in progress is shown as awaiting confirmation,
 * and an expired deposit as failed; every other status is shown as is.
 */
export const MOVEMENT_READINGS = [
  "awaiting_confirmation",
  "processing",
  "reviewing",
  "queued",
  "completed",
  "failed",
  "declined",
  "rejected",
  "cancelled",
  "expired",
] as const;

export type MovementReading = (typeof MOVEMENT_READINGS)[number];

export const movementKind = z.enum(MOVEMENT_KINDS);
export const movementStatus = z.enum(MOVEMENT_STATUSES);

export const merchant = z.object({
  name: z.string(),
  mcc: z.string(),
  country: z.string(),
  /** The category displayed to customers. */
  category: z.enum(["advertising", "software", "travel", "shopping", "other"]),
});

export const movement = z.object({
  id: z.string(),
  kind: movementKind,
  status: movementStatus,
  /** The merchant, or what happened, in the reader's language. */
  title: z.string(),
  cardId: z.optional(z.string()),
  /**
   * Signed from the customer's point of view: negative when money leaves the customer's card or
   * account. For transfers between the two, bills show the account's side including the fee, and
   * all other responses show the card's side.
   */
  amount,
  fee: amount,
  currency,
  merchant: z.optional(merchant),
  /** What the merchant asked for in another currency, or has settled. */
  merchantAmount: z.optional(z.object({ amount: merchantAmount, currency: z.string() })),
  /** Where a deposit came from, unless it came from a chain. */
  source: z.optional(z.literal("bank")),
  /** Why the payment was declined: a code from the decline catalog, with its text. */
  declineCode: z.optional(z.string()),
  declineMessage: z.optional(z.string()),
  /** The purchase mandate of the card, for a payment. */
  mandateId: z.optional(z.string()),
  eventAt: timestamp,
  createdAt: timestamp,
});

/** How an amount in another currency was converted into the card's. */
export const exchange = z.object({
  /** The merchant's amount, in the merchant's currency. */
  amount: merchantAmount,
  currency: z.string(),
  /** Who converts; absent, like the rate, if the amount could not be converted. */
  by: z.optional(z.enum(["network", "program"])),
  /** Units of the card's currency per unit of the merchant's, without the markup. */
  rate: z.optional(z.string()),
  /** The markup on the converted amount; zero if the network converts. */
  markupBasisPoints: z.optional(z.number()),
  /** How much more than the amount is held until the payment settles at a later rate. */
  bufferBasisPoints: z.optional(z.number()),
  /** The source of the rate and the time that it states; absent if the network converts. */
  source: z.optional(z.string()),
  ratedAt: z.optional(timestamp),
});

export const movementStep = z.object({
  kind: z.enum([...MOVEMENT_KINDS, ...STEP_KINDS]),
  status: movementStatus,
  amount,
  currency,
  at: timestamp,
  labels: z.optional(z.array(z.enum(STEP_LABELS))),
  /** Absent in the card's own currency. */
  exchange: z.optional(exchange),
});

/** An exchange between two of a customer's own accounts. It has a movement in each of them. */
export const accountExchange = z.object({
  exchangeId: z.string(),
  soldAmount: amount,
  soldCurrency: currency,
  boughtAmount: amount,
  boughtCurrency: currency,
  /** Units of the bought currency per unit of the sold one, after the spread. */
  rate: z.string(),
  /** The rate before the spread. */
  midRate: z.string(),
  spreadBasisPoints: z.number(),
  /** The movement in the other account. */
  otherMovementId: z.string(),
});

export const movementDetail = z.extend(movement, {
  timeline: z.array(movementStep),
  cardBalanceAfter: z.optional(amount),
  accountBalanceAfter: z.optional(amount),
  /** What the merchant asked for in another currency, and the rate that applies so far. */
  exchange: z.optional(exchange),
  /** Present for a withdrawal, and for a movement that returned a withdrawal's money. */
  withdrawalId: z.optional(z.string()),
  /** The purchase mandate that the payment was made, or declined, under. */
  mandate: z.optional(paymentMandate),
  /** Present for both movements of an exchange. */
  accountExchange: z.optional(accountExchange),
  /** What is unusual about a deposit's payment, which is credited regardless. */
  notes: z.array(z.enum(DEPOSIT_NOTES)),
});

/** Filters shared by all lists of movements. The period includes `from` and excludes `to`. */
export const movementQuery = z.strictObject({
  ...pageQuery,
  cardId: z.optional(
    z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  ),
  /** Limits the list to cards that currently have this tag. */
  cardTag: z.optional(cardTag),
  kind: z.optional(z.enum(MOVEMENT_KINDS, "not_allowed")),
  status: z.optional(z.enum(MOVEMENT_STATUSES, "not_allowed")),
  /** Filters by the status displayed to customers; `status` filters by the stored status. */
  reads: z.optional(z.enum(MOVEMENT_READINGS, "not_allowed")),
  currency: z.optional(currency),
  from: z.optional(timeInput),
  to: z.optional(timeInput),
  /** Both bounds apply to the absolute amount, as in the list. */
  minAmount: z.optional(amountInput),
  maxAmount: z.optional(amountInput),
  q: z.optional(
    z.string("wrong_type").check(
      z.maxLength(80, "too_long"),
      z.refine((value) => value.isWellFormed() && !value.includes("\u0000"), "malformed_text"),
    ),
  ),
});

/**
 * A page of movements. If matches are rare, a page ends after scanning a few thousand rows. It then
 * has fewer entries than requested, or no entries, and states how far back the search went.
 * `nextCursor` continues from there. The list has ended when `nextCursor` is null.
 */
export const movementPage = z.extend(page(movement), { searchedTo: z.optional(timestamp) });

export type MovementKind = z.infer<typeof movementKind>;
export type MovementStatus = z.infer<typeof movementStatus>;
export type Merchant = z.infer<typeof merchant>;
export type Movement = z.infer<typeof movement>;
export type WireExchange = z.infer<typeof exchange>;
export type StepLabel = (typeof STEP_LABELS)[number];
export type MovementStep = z.infer<typeof movementStep>;
export type AccountExchange = z.infer<typeof accountExchange>;
export type MovementDetail = z.infer<typeof movementDetail>;
export type MovementQuery = z.infer<typeof movementQuery>;
