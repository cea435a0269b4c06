import * as z from "zod/mini";
import { RISK_BANDS } from "../authorization/risk-insight.schemas.ts";
import { LOCALES } from "../errors/locales.ts";
import {
  amount,
  currency,
  id,
  line,
  ofCell,
  page,
  pageOverCells,
  pageQuery,
  text,
  timestamp,
} from "../fields.ts";
import { CLOSING_STATES, operatorClosing } from "../identity/account-closing.schemas.ts";
import { MEMBER_ROLES } from "../identity/member-permissions.ts";
import { movementDetail } from "../insights/bills.schemas.ts";

export const CUSTOMER_STATUSES = ["active", "suspended"] as const;
/** Filters for the customer list. */
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

/** A signed decimal string, because a customer may owe money. */
const figure = z.string();

/** A customer in a list. */
export const customerSummary = z.object({
  id: z.string(),
  /** A company's name, if the customer is one. Its email and language are those of its owner. */
  username: z.string(),
  isCompany: z.boolean(),
  email: z.string(),
  locale: z.enum(LOCALES),
  status: z.enum(CUSTOMER_STATUSES),
  createdAt: timestamp,
  /** When the security hold began; null if there is none. */
  stoppedAt: z.nullable(timestamp),
  /** Number of cards that are not closed. */
  cardCount: z.int(),
  /**
   * The status of the account's closure; null if closure was not requested or the request was
   * canceled.
   */
  closing: z.nullable(z.enum(CLOSING_STATES)),
});

export const customersQuery = z.strictObject({
  ...pageQuery,
  /**
   * The beginning of a username or an email address, the last four digits of a card, or the id of a
   * customer, a card or a movement.
   */
  q: z.optional(text(80)),
  /**
   * `stopped`: under a security hold. `closing`: the account is being closed. `unclaimed`: closed
   * accounts with money left. These three include customers of any status.
   */
  status: z.optional(z.enum(CUSTOMER_FILTERS, "not_allowed")),
});

export const customersPage = pageOverCells(z.extend(customerSummary, { cell: ofCell }));

/** A customer as shown to operators. Contains no card numbers or secrets. */
export const customerProfile = z.extend(customerSummary, {
  suspendedAt: z.nullable(timestamp),
  /** The closure of the account, which only its owner can cancel. */
  accountClosing: z.nullable(operatorClosing),
  /**
   * The security hold; null if there is none. `canLift` is true if the password has been reset
   * since the hold began.
   */
  securityHold: z.nullable(z.object({ id: z.string(), since: timestamp, canLift: z.boolean() })),
  /** A 2FA recovery waiting for another operator's decision; null if there is none. */
  factorReset: z.nullable(z.object({ reviewId: z.string(), by: z.string(), at: timestamp })),
  /** The members of a company; null for a person. */
  members: z.nullable(
    z.array(
      z.object({
        customerId: z.string(),
        username: z.string(),
        email: z.string(),
        role: z.enum(MEMBER_ROLES),
        joinedAt: timestamp,
      }),
    ),
  ),
  /** Number of devices that are currently signed in, of a company's owner if it is one. */
  devices: z.int(),
  lastSignInAt: z.nullable(timestamp),
  /** Whether signing in requires a second factor in addition to the password. */
  secondFactor: z.boolean(),
  /** Account balances; `available` excludes held amounts. */
  balances: z.array(z.object({ currency, available: figure, held: figure })),
  cards: z.object({ active: z.int(), frozen: z.int(), closing: z.int(), closed: z.int() }),
  /** Absent if the customer has too few payments for a score. */
  risk: z.optional(z.object({ score: z.number(), band: z.enum(RISK_BANDS) })),
  noteCount: z.int(),
  /** Number of adjustments waiting for a decision. */
  waitingCorrections: z.int(),
});

/** The side of a leg: one of the customer's accounts or an internal account. */
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

/** The side of a leg in a token: one of the program's accounts for it. */
export const ASSET_SIDES = ["chain_clearing", "fx_position", "fees", "dust"] as const;

/** A movement of tokens between the program's accounts, which belongs to a customer's movement. */
export const assetMovement = z.object({
  movementId: z.string(),
  /** The token, such as `USDT`. */
  asset: z.string(),
  /** The network, such as `TRC20`. */
  network: z.string(),
  at: timestamp,
  /** The transfers, in order. Amounts are in the token, with two to six decimals. */
  lines: z.array(
    z.object({
      from: z.enum(ASSET_SIDES),
      to: z.enum(ASSET_SIDES),
      amount: z.string().check(z.regex(/^[0-9]+\.[0-9]{2,6}$/)),
    }),
  ),
});

/** What happened to held money. */
export const HOLD_STATES = ["open", "captured", "released", "expired"] as const;

/** A customer's movement with everything that was posted for it; read-only. */
export const customerMovement = z.extend(movementDetail, {
  customerId: z.string(),
  /** The transfers, in order. */
  lines: z.array(
    z.object({
      from: z.enum(BOOK_SIDES),
      to: z.enum(BOOK_SIDES),
      amount,
      currency,
      at: timestamp,
    }),
  ),
  /**
   * The movements of tokens that belong to it: what a deposit brought to a chain, what its
   * retraction took back, or what a payout sent.
   */
  assets: z.array(assetMovement),
  /** The holds, each with its amount, the captured part and the part still held. */
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
  /** The customer's rules that declined the payment. */
  stoppedBy: z.array(z.object({ strategyId: z.string(), name: z.string() })),
  /**
   * The case or review about this movement, past or present: `case_…` if operators decide, `rev_…`
   * if the customer decides.
   */
  reviewId: z.optional(z.string()),
});

export const customerMovementQuery = z.strictObject({ customerId: z.optional(id("cus")) });

export const suspendBody = z.strictObject({
  reason: z.enum(SUSPENSION_REASONS, "not_allowed"),
  /** For the audit log only; never shown to the customer. */
  note: line(200),
});
/** Why a second factor is being reset, and how the person was identified. */
export const resetFactorsBody = z.strictObject({ reason: line(300) });
export const proposedReset = z.object({ reviewId: z.string() });

export const restoreBody = z.strictObject({ note: line(200) });

/** An operator's note for other operators; never shown to the customer. */
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
export type ListedCustomer = z.infer<typeof customersPage>["data"][number];
export type CustomersQuery = z.output<typeof customersQuery>;
export type CustomerProfile = z.infer<typeof customerProfile>;
export type BookSide = (typeof BOOK_SIDES)[number];
export type AssetSide = (typeof ASSET_SIDES)[number];
export type HoldState = (typeof HOLD_STATES)[number];
export type CustomerMovement = z.infer<typeof customerMovement>;
export type CustomerNote = z.infer<typeof customerNote>;
