import * as z from "zod/mini";
import { amount, amountInput, currency, id, line, page, pageQuery, timestamp } from "../fields.ts";

export const CORRECTION_DIRECTIONS = ["credit", "debit"] as const;

/**
 * Where a correction stands. `waiting`: nobody decided yet; `withdrawn`: by who proposed it;
 * `expired`: nobody decided in time.
 */
export const CORRECTION_STATUSES = [
  "waiting",
  "approved",
  "refused",
  "withdrawn",
  "expired",
] as const;

export const CORRECTION_LIFETIME_DAYS = 7;
export const MAX_CORRECTION_REASON = 120;
export const MAX_CORRECTION_REFERENCE = 60;

/** Money put right: proposed by one operator, and moved when another one approves it. */
export const correction = z.object({
  id: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  /** The card it is about; absent where it is the account of its currency. */
  card: z.optional(z.object({ id: z.string(), last4: z.string() })),
  direction: z.enum(CORRECTION_DIRECTIONS),
  amount,
  currency,
  /** What the customer reads in the bills. */
  reason: z.string(),
  /** Where the case can be looked up; the customer does not read it. */
  reference: z.string(),
  status: z.enum(CORRECTION_STATUSES),
  /** Raised by every change; a decision says which one it is about. */
  revision: z.int(),
  proposedBy: z.string(),
  /** Whether the reader proposed it, who may change and withdraw it and never approve it. */
  mine: z.boolean(),
  proposedAt: timestamp,
  expiresAt: timestamp,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  /** Why it was refused. */
  decisionNote: z.nullable(z.string()),
  movementId: z.nullable(z.string()),
  /**
   * What is available before and after: now while it waits, and as it was where it was approved.
   * Null where nothing moves any more. `possible` is false where it would go below zero, or where
   * the card was closed meanwhile.
   */
  effect: z.nullable(z.object({ before: amount, after: amount, possible: z.boolean() })),
});

export const correctionsQuery = z.strictObject({
  ...pageQuery,
  status: z.optional(z.enum(CORRECTION_STATUSES, "not_allowed")),
  customerId: z.optional(id("cus")),
});

/** `waiting` counts all that wait for a decision and that the reader did not propose. */
export const correctionsPage = z.extend(page(correction), { waiting: z.int() });

const terms = {
  direction: z.enum(CORRECTION_DIRECTIONS, "not_allowed"),
  amount: amountInput,
  reason: line(MAX_CORRECTION_REASON),
  reference: line(MAX_CORRECTION_REFERENCE),
};
const revision = z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(1_000_000));

export const proposeCorrectionBody = z.strictObject({
  /** Absent for the account of the currency. */
  cardId: z.optional(id("card")),
  currency,
  ...terms,
});
export const reviseCorrectionBody = z.strictObject({ revision, ...terms });
export const approveCorrectionBody = z.strictObject({ revision });
export const refuseCorrectionBody = z.strictObject({ revision, note: line(200) });
export const withdrawCorrectionBody = z.strictObject({ revision });

export type CorrectionDirection = (typeof CORRECTION_DIRECTIONS)[number];
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];
export type Correction = z.infer<typeof correction>;
export type CorrectionsPage = z.infer<typeof correctionsPage>;
export type CorrectionsQuery = z.output<typeof correctionsQuery>;
export type ProposeCorrectionBody = z.output<typeof proposeCorrectionBody>;
export type ReviseCorrectionBody = z.output<typeof reviseCorrectionBody>;
