import * as z from "zod/mini";
import { amount, currency, line, timestamp } from "../fields.ts";
import { remainingInput } from "./remaining.schemas.ts";

/**
 * The status of an account closure: `cooling` during the cooling-off period, `settling` while cards
 * and money are settled, and `closed`. A canceled closure is not returned.
 */
export const CLOSING_STATES = ["cooling", "settling", "closed"] as const;

/**
 * How an item affects the closure: it prevents the request, delays the closure, or ends with the
 * account.
 */
export const CLOSING_EFFECTS = ["blocks", "delays", "ends"] as const;

/** Types of items. Each type has one effect. */
export const CLOSING_KINDS = [
  "security_hold",
  "blocked_account",
  "debt",
  "frozen_by_operator",
  "withdrawable",
  "card_payment",
  "withdrawal",
  "deposit",
  "application",
  "review",
  "card",
  "scheduled_card",
  "recurring_merchant",
  "conversation",
] as const;

/**
 * An item such as a payment, a card or a merchant. Fields that do not apply to its type are absent.
 */
export const closingEntry = z.object({
  /** The item's id in its own list; null if it has no id, such as an account's balance. */
  id: z.nullable(z.string()),
  /** A merchant, a conversation's subject, a card's name or a case's type; may be empty. */
  title: z.string(),
  /** The last four digits of the card that the item belongs to. */
  last4: z.optional(z.string()),
  amount: z.optional(amount),
  currency: z.optional(currency),
  /** When a hold or a deposit expires, or when a merchant's charge is expected. */
  until: z.optional(timestamp),
});

export const closingGroup = z.object({
  kind: z.enum(CLOSING_KINDS),
  effect: z.enum(CLOSING_EFFECTS),
  /** The total number of entries, including any that are not listed. */
  count: z.int(),
  entries: z.array(closingEntry),
});

/** A remaining amount, summed over the account and the cards. */
export const namedAmount = z.object({ currency, amount });

export const accountClosing = z.object({
  state: z.enum(CLOSING_STATES),
  askedAt: timestamp,
  /** When the cooling-off period ends and cards start to close. */
  endsAt: timestamp,
  closedAt: z.nullable(timestamp),
  /** The balances that the customer agreed to leave behind, at most one per currency. */
  named: z.array(namedAmount),
});

/** What closing the account now would entail, and the current closure, if any. */
export const closingStanding = z.object({
  asOf: timestamp,
  coolingDays: z.int(),
  closing: z.nullable(accountClosing),
  /**
   * Whether a request to close the account would be accepted, that is, whether no item prevents it.
   */
  canAsk: z.boolean(),
  /**
   * Whether the closure is waiting for the customer, because more money is left than the customer
   * agreed to leave behind or because a balance is negative. Always false during the cooling-off
   * period.
   */
  needsCustomer: z.boolean(),
  /**
   * The amounts that remain per currency, excluding holds; currencies without money are omitted.
   */
  remaining: z.array(namedAmount),
  groups: z.array(closingGroup),
});

/** The current closure, if any, without what it waits for. */
export const currentClosing = z.pick(closingStanding, { closing: true });

/** The remaining amounts, sent exactly as they were shown. */
export const askClosingBody = z.strictObject({ remaining: remainingInput });

/** The secret in an emailed link. */
export const cancelByLinkBody = z.strictObject({ token: line(128) });

/** What keeps a customer from being erased: money that is left, held, owed or on its way. */
export const ERASURE_OBSTACLES = [
  "balance",
  "deposit",
  "deposit_address",
  "hold",
  "network_message",
  "withdrawal",
] as const;

/** The closure of a customer's account, as operators see it. */
export const operatorClosing = z.extend(accountClosing, {
  /**
   * The money left in the account when it closed; empty until then. Support pays these amounts out.
   */
  left: z.array(namedAmount),
  /**
   * The types of items that the closure is waiting for; empty during the cooling-off period and
   * after the account is closed.
   */
  waitsFor: z.array(z.enum(CLOSING_KINDS)),
  /**
   * Why the customer is not erased although the retention period is over; empty before that, and if
   * no money is left.
   */
  erasureWaitsFor: z.array(z.enum(ERASURE_OBSTACLES)),
});

export type ClosingState = (typeof CLOSING_STATES)[number];
export type ClosingEffect = (typeof CLOSING_EFFECTS)[number];
export type ClosingKind = (typeof CLOSING_KINDS)[number];
export type ClosingEntry = z.infer<typeof closingEntry>;
export type ClosingGroup = z.infer<typeof closingGroup>;
export type NamedAmount = z.infer<typeof namedAmount>;
export type AccountClosing = z.infer<typeof accountClosing>;
export type ClosingStanding = z.infer<typeof closingStanding>;
export type CurrentClosing = z.infer<typeof currentClosing>;
export type ErasureObstacle = (typeof ERASURE_OBSTACLES)[number];
export type OperatorClosing = z.infer<typeof operatorClosing>;
export type AskClosingBody = z.output<typeof askClosingBody>;
