import * as z from "zod/mini";
import { cardTag } from "../cards/cards.schemas.ts";
import { amount, amountInput, currency, page, pageQuery, timeInput, timestamp } from "../fields.ts";
import { DEPOSIT_NOTES } from "../money-movement/wallet.schemas.ts";

/** What can happen to a customer's money. Steps of a thing are part of its timeline. */
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
] as const;

/** What a timeline tells beside the kinds above. */
export const STEP_KINDS = [
  "increment",
  "advice",
  "clearing",
  "reversal",
  "expiry",
  "release",
  "repayment",
  "return_reversal",
  /** Its owner's word on a payment that a strategy held. */
  "review",
] as const;

/**
 * What is out of the ordinary about a step. `late`: nothing was held for it any more;
 * `over_tolerance`: beyond what the merchant's category may add to what was authorised;
 * `over_balance`: beyond what the card had; `partial`: not all of it; `unmatched`: its
 * authorisation never came.
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
 * What a movement reads as. A deposit that is processing awaits its confirmation, and one that
 * expired has failed; all else reads as it stands.
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
  /** The category a reader knows it by. */
  category: z.enum(["advertising", "software", "travel", "shopping", "other"]),
});

export const movement = z.object({
  id: z.string(),
  kind: movementKind,
  status: movementStatus,
  /** The merchant, or what happened in the reader's language. */
  title: z.string(),
  cardId: z.optional(z.string()),
  /**
   * Signed for the reader: what leaves the customer's card or account is negative. Between the two,
   * bills show the account's side with the fee in it, and every other answer the card's.
   */
  amount,
  fee: amount,
  currency,
  merchant: z.optional(merchant),
  /** Why it was declined; a code of the decline catalogue, with its text beside it. */
  declineCode: z.optional(z.string()),
  declineMessage: z.optional(z.string()),
  eventAt: timestamp,
  createdAt: timestamp,
});

export const movementStep = z.object({
  kind: z.enum([...MOVEMENT_KINDS, ...STEP_KINDS]),
  status: movementStatus,
  amount,
  currency,
  at: timestamp,
  labels: z.optional(z.array(z.enum(STEP_LABELS))),
});

export const movementDetail = z.extend(movement, {
  timeline: z.array(movementStep),
  cardBalanceAfter: z.optional(amount),
  accountBalanceAfter: z.optional(amount),
  /** Of a withdrawal and of what it gave back. */
  withdrawalId: z.optional(z.string()),
  /** What is out of the ordinary about a deposit's payment; it is credited all the same. */
  notes: z.array(z.enum(DEPOSIT_NOTES)),
});

/** Filters of every list of movements. Times are inclusive from, exclusive to. */
export const movementQuery = z.strictObject({
  ...pageQuery,
  cardId: z.optional(
    z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  ),
  /** Only what happened on cards that have this tag now. */
  cardTag: z.optional(cardTag),
  kind: z.optional(z.enum(MOVEMENT_KINDS, "not_allowed")),
  status: z.optional(z.enum(MOVEMENT_STATUSES, "not_allowed")),
  /** Narrows by what a movement reads as to a customer, where `status` does by how it stands. */
  reads: z.optional(z.enum(MOVEMENT_READINGS, "not_allowed")),
  currency: z.optional(currency),
  from: z.optional(timeInput),
  to: z.optional(timeInput),
  /** Both by magnitude, as the list shows the amount. */
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
 * A page of movements. Where what is asked for is rare, a page ends after some thousands of rows
 * were looked through: it then has fewer entries than asked for, or none, says how far back it
 * looked, and `nextCursor` leads on. The list is at its end when `nextCursor` is null.
 */
export const movementPage = z.extend(page(movement), { searchedTo: z.optional(timestamp) });

export type MovementKind = z.infer<typeof movementKind>;
export type MovementStatus = z.infer<typeof movementStatus>;
export type Merchant = z.infer<typeof merchant>;
export type Movement = z.infer<typeof movement>;
export type StepLabel = (typeof STEP_LABELS)[number];
export type MovementStep = z.infer<typeof movementStep>;
export type MovementDetail = z.infer<typeof movementDetail>;
export type MovementQuery = z.infer<typeof movementQuery>;
