import * as z from "zod/mini";
import { amount, currency, line, timestamp } from "../fields.ts";
import { remainingInput } from "./remaining.schemas.ts";

/**
 * How a closing stands: in its cooling-off period, past it while cards and money are settled, or
 * done. A cancelled one is over and is not presented.
 */
export const CLOSING_STATES = ["cooling", "settling", "closed"] as const;

/**
 * What a thing on the account means to closing it: the request is refused while it is there, the
 * end waits for it, or it ends with the account.
 */
export const CLOSING_EFFECTS = ["blocks", "delays", "ends"] as const;

/** What can be on the list, each kind with one effect. */
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

/** One thing: a payment, a card, a merchant. Absent fields do not apply to its kind. */
export const closingEntry = z.object({
  /** Its id in its own list; null where it has none, such as an account's balance. */
  id: z.nullable(z.string()),
  /** A merchant, a conversation's subject, a card's name or a case's kind; may be empty. */
  title: z.string(),
  /** The card that it belongs to. */
  last4: z.optional(z.string()),
  amount: z.optional(amount),
  currency: z.optional(currency),
  /** When a hold lapses, a deposit expires or a merchant is expected. */
  until: z.optional(timestamp),
});

export const closingGroup = z.object({
  kind: z.enum(CLOSING_KINDS),
  effect: z.enum(CLOSING_EFFECTS),
  /** Of all, also where there are more than the entries. */
  count: z.int(),
  entries: z.array(closingEntry),
});

/** An amount that stays, in the account and on cards together. */
export const namedAmount = z.object({ currency, amount });

export const accountClosing = z.object({
  state: z.enum(CLOSING_STATES),
  askedAt: timestamp,
  /** When the cooling-off period ends and cards begin to close. */
  endsAt: timestamp,
  closedAt: z.nullable(timestamp),
  /** The amounts that the customer agreed to leave, at most one of each currency. */
  named: z.array(namedAmount),
});

/** What closing the account would mean now, and the closing that is under way, if any. */
export const closingStanding = z.object({
  asOf: timestamp,
  coolingDays: z.int(),
  closing: z.nullable(accountClosing),
  /** Whether a request would be accepted: nothing on the list blocks. */
  canAsk: z.boolean(),
  /**
   * Whether the end of the closing waits for the customer: more is left than was named, or a debt
   * is open. Always false before the cooling-off period is over.
   */
  needsCustomer: z.boolean(),
  /** What remains in each currency, holds not counted; a currency without money is absent. */
  remaining: z.array(namedAmount),
  groups: z.array(closingGroup),
});

/** What stays is named as it was shown. */
export const askClosingBody = z.strictObject({ remaining: remainingInput });

/** The secret of a mailed link. */
export const cancelByLinkBody = z.strictObject({ token: line(128) });

/** A customer's closing for operators. */
export const operatorClosing = z.extend(accountClosing, {
  /** What the account held when it closed; empty before. Support pays it out. */
  left: z.array(namedAmount),
  /**
   * Kinds for which the end waits; empty in the cooling-off period, and once the account is closed.
   */
  waitsFor: z.array(z.enum(CLOSING_KINDS)),
});

export type ClosingState = (typeof CLOSING_STATES)[number];
export type ClosingEffect = (typeof CLOSING_EFFECTS)[number];
export type ClosingKind = (typeof CLOSING_KINDS)[number];
export type ClosingEntry = z.infer<typeof closingEntry>;
export type ClosingGroup = z.infer<typeof closingGroup>;
export type NamedAmount = z.infer<typeof namedAmount>;
export type AccountClosing = z.infer<typeof accountClosing>;
export type ClosingStanding = z.infer<typeof closingStanding>;
export type OperatorClosing = z.infer<typeof operatorClosing>;
export type AskClosingBody = z.output<typeof askClosingBody>;
