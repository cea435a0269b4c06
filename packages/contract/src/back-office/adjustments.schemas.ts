import * as z from "zod/mini";
import {
  amount,
  amountInput,
  currency,
  id,
  line,
  ofCell,
  pageOverCells,
  pageQuery,
  timestamp,
} from "../fields.ts";

export const CORRECTION_DIRECTIONS = ["credit", "debit"] as const;

/**
 * The status of an adjustment. `waiting`: not yet decided; `withdrawn`: withdrawn by its proposer;
 * `expired`: not decided in time.
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

/** An adjustment, proposed by one operator and posted when another operator approves it. */
export const correction = z.object({
  id: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  /** The card to adjust; absent if the adjustment applies to the account in that currency. */
  card: z.optional(z.object({ id: z.string(), last4: z.string() })),
  direction: z.enum(CORRECTION_DIRECTIONS),
  amount,
  currency,
  /** The text shown in the customer's bills. */
  reason: z.string(),
  /** Where to find background information; not shown to the customer. */
  reference: z.string(),
  status: z.enum(CORRECTION_STATUSES),
  /** Increases with every change. A decision states the revision it is based on. */
  revision: z.int(),
  proposedBy: z.string(),
  /**
   * Whether the caller proposed the adjustment. Proposers may change or withdraw an adjustment, but
   * never approve it.
   */
  mine: z.boolean(),
  proposedAt: timestamp,
  expiresAt: timestamp,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  /** Why the adjustment was rejected. */
  decisionNote: z.nullable(z.string()),
  movementId: z.nullable(z.string()),
  /**
   * The available balance before and after the adjustment, based on the current balance while the
   * adjustment waits and on the balance at approval afterward. Null if the adjustment can no longer
   * move money. `possible` is false if the balance would become negative, or if the card has
   * closed.
   */
  effect: z.nullable(z.object({ before: amount, after: amount, possible: z.boolean() })),
});

export const correctionsQuery = z.strictObject({
  ...pageQuery,
  status: z.optional(z.enum(CORRECTION_STATUSES, "not_allowed")),
  customerId: z.optional(id("cus")),
});

/** `waiting` counts the undecided adjustments that the caller did not propose. */
export const correctionsPage = z.extend(pageOverCells(z.extend(correction, { cell: ofCell })), {
  waiting: z.int(),
});

const terms = {
  direction: z.enum(CORRECTION_DIRECTIONS, "not_allowed"),
  amount: amountInput,
  reason: line(MAX_CORRECTION_REASON),
  reference: line(MAX_CORRECTION_REFERENCE),
};
const revision = z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(1_000_000));

export const proposeCorrectionBody = z.strictObject({
  /** Absent if the adjustment applies to the account in that currency. */
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
