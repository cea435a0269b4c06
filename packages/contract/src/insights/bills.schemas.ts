import * as z from "zod/mini";
import { cardTag } from "../cards/cards.schemas.ts";
import { amount, amountInput, currency, page, pageQuery, timeInput, timestamp } from "../fields.ts";
import { DEPOSIT_NOTES } from "../money-movement/wallet.schemas.ts";

/** Kinds of movement. Steps of a payment belong to its timeline. */
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

/** What a timeline shows in addition to the kinds above. */
export const STEP_KINDS = [
  "increment",
  "advice",
  "clearing",
  "reversal",
  "expiry",
  "release",
  "repayment",
  "return_reversal",
  /** The owner's decision on a payment that a strategy held. */
  "review",
] as const;

/**
 * What is unusual about a step. `late`: its hold had ended; `over_tolerance`: above what the
 * merchant's category may add to the authorized amount; `over_balance`: above what the card had;
 * `partial`: not all of it; `unmatched`: its authorization never arrived.
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
 * How a movement's status is shown. A deposit in progress awaits its confirmation, and an expired
 * one has failed; every other status is shown as it is.
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
  /** The category as shown to customers. */
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
   * Signed for the reader: money that leaves the customer's card or account is negative. For
   * transfers between the two, bills show the account's side including the fee, and every other
   * response the card's.
   */
  amount,
  fee: amount,
  currency,
  merchant: z.optional(merchant),
  /** Why it was declined: a code of the decline catalog, with its text. */
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
  /** For a withdrawal and what it returned. */
  withdrawalId: z.optional(z.string()),
  /** What is unusual about a deposit's payment; it is credited all the same. */
  notes: z.array(z.enum(DEPOSIT_NOTES)),
});

/** Filters of every list of movements. Times include `from` and exclude `to`. */
export const movementQuery = z.strictObject({
  ...pageQuery,
  cardId: z.optional(
    z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  ),
  /** Only on cards that have this tag now. */
  cardTag: z.optional(cardTag),
  kind: z.optional(z.enum(MOVEMENT_KINDS, "not_allowed")),
  status: z.optional(z.enum(MOVEMENT_STATUSES, "not_allowed")),
  /** Filters by the status shown to a customer; `status` filters by the stored one. */
  reads: z.optional(z.enum(MOVEMENT_READINGS, "not_allowed")),
  currency: z.optional(currency),
  from: z.optional(timeInput),
  to: z.optional(timeInput),
  /** Both by absolute value, as in the list. */
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
 * A page of movements. If matches are rare, a page ends after some thousands of rows: it then has
 * fewer entries than requested, or none, names the time it reached, and `nextCursor` continues. The
 * list has ended when `nextCursor` is null.
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
