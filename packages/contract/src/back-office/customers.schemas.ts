import * as z from "zod/mini";
import { RISK_BANDS } from "../authorization/risk-insight.schemas.ts";
import { LOCALES } from "../errors/locales.ts";
import { amount, currency, id, line, page, pageQuery, text, timestamp } from "../fields.ts";
import { CLOSING_STATES, operatorClosing } from "../identity/account-closing.schemas.ts";
import { movementDetail } from "../insights/bills.schemas.ts";

export const CUSTOMER_STATUSES = ["active", "suspended"] as const;
/** What the list of customers is narrowed to. */
export const CUSTOMER_FILTERS = [
  "active",
  "suspended",
  "stopped",
  "closing",
  "closed",
  "unclaimed",
] as const;
export const SUSPENSION_REASONS = [
  "suspected_fraud",
  "compliance",
  "customer_request",
  "other",
] as const;
export const MAX_NOTE_LENGTH = 2_000;

/** Signed decimal string, for what a customer may owe as well as have. */
const figure = z.string();

/** A customer as a list of them tells. */
export const customerSummary = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  locale: z.enum(LOCALES),
  status: z.enum(CUSTOMER_STATUSES),
  createdAt: timestamp,
  /** Since when a “not me” of theirs stops their money; null where nothing does. */
  stoppedAt: z.nullable(timestamp),
  /** Cards that are not closed. */
  cardCount: z.int(),
  /** How the closing of the account stands; null where none was asked for, or it was cancelled. */
  closing: z.nullable(z.enum(CLOSING_STATES)),
});

export const customersQuery = z.strictObject({
  ...pageQuery,
  /**
   * How a username or an email begins, the last four digits of a card, or the id of a customer, a
   * card or a movement.
   */
  q: z.optional(text(80)),
  /**
   * `stopped`: by a “not me” that nobody has lifted. `closing`: the closing of the account is under
   * way. `unclaimed`: closed accounts that hold money. Each whatever their status is.
   */
  status: z.optional(z.enum(CUSTOMER_FILTERS, "not_allowed")),
});

export const customersPage = page(customerSummary);

/** A customer for those who look after them. No number of a card and no secret is in it. */
export const customerProfile = z.extend(customerSummary, {
  suspendedAt: z.nullable(timestamp),
  /** The closing of the account; only its owner can cancel it. */
  accountClosing: z.nullable(operatorClosing),
  /** What a “not me” stops; `canLift` once the password was reset since. Null where nothing is. */
  securityHold: z.nullable(z.object({ id: z.string(), since: timestamp, canLift: z.boolean() })),
  /** A reset of the second factor that waits for somebody else's word; null where none does. */
  factorReset: z.nullable(z.object({ reviewId: z.string(), by: z.string(), at: timestamp })),
  /** Devices that are signed in now. */
  devices: z.int(),
  lastSignInAt: z.nullable(timestamp),
  /** Whether a password alone does not sign them in. */
  secondFactor: z.boolean(),
  /** What the accounts have; `available` is what is not held. */
  balances: z.array(z.object({ currency, available: figure, held: figure })),
  cards: z.object({ active: z.int(), frozen: z.int(), closing: z.int(), closed: z.int() }),
  /** Absent while there are too few payments to say anything. */
  risk: z.optional(z.object({ score: z.number(), band: z.enum(RISK_BANDS) })),
  noteCount: z.int(),
  /** Corrections that wait for somebody's decision. */
  waitingCorrections: z.int(),
});

/** Whose side of the books a line touches: the customer's own, or one of the house's. */
export const BOOK_SIDES = [
  "account",
  "card",
  "receivable",
  "fees",
  "network_settlement",
  "chain_clearing",
  "bank_clearing",
  "fx_position",
  "suspense",
] as const;

/** What became of money that was set aside. */
export const HOLD_STATES = ["open", "captured", "released", "expired"] as const;

/** One of a customer's movements with all that was booked for it; read only. */
export const customerMovement = z.extend(movementDetail, {
  customerId: z.string(),
  /** What moved, first thing first. */
  lines: z.array(
    z.object({
      from: z.enum(BOOK_SIDES),
      to: z.enum(BOOK_SIDES),
      amount,
      currency,
      at: timestamp,
    }),
  ),
  /** What was set aside for it: all of it, what was taken, and what still is. */
  holds: z.array(
    z.object({
      state: z.enum(HOLD_STATES),
      amount,
      captured: amount,
      remaining: amount,
      currency,
      expiresAt: timestamp,
    }),
  ),
  /** The customer's own rules that stopped it. */
  stoppedBy: z.array(z.object({ strategyId: z.string(), name: z.string() })),
  /** What was or is decided about it: `case_…` by operators, `rev_…` by its customer. */
  reviewId: z.optional(z.string()),
});

/** Whose it has to be. */
export const customerMovementQuery = z.strictObject({ customerId: z.optional(id("cus")) });

export const suspendBody = z.strictObject({
  reason: z.enum(SUSPENSION_REASONS, "not_allowed"),
  /** For the record alone. */
  note: line(200),
});
/** Why somebody's second factor is to be reset, and how it was made sure who asks. */
export const resetFactorsBody = z.strictObject({ reason: line(300) });
export const proposedReset = z.object({ reviewId: z.string() });

export const restoreBody = z.strictObject({ note: line(200) });

/** What one operator tells the others; the customer never reads it. */
export const customerNote = z.object({
  id: z.string(),
  text: z.string(),
  author: z.string(),
  createdAt: timestamp,
});

export const notePageQuery = z.strictObject(pageQuery);
export const notesPage = page(customerNote);
export const noteBody = z.strictObject({
  text: text(MAX_NOTE_LENGTH).check(z.trim(), z.minLength(1, "required")),
});

export type CustomerFilter = (typeof CUSTOMER_FILTERS)[number];
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];
export type CustomerSummary = z.infer<typeof customerSummary>;
export type CustomersQuery = z.output<typeof customersQuery>;
export type CustomerProfile = z.infer<typeof customerProfile>;
export type BookSide = (typeof BOOK_SIDES)[number];
export type HoldState = (typeof HOLD_STATES)[number];
export type CustomerMovement = z.infer<typeof customerMovement>;
export type CustomerNote = z.infer<typeof customerNote>;
