import * as z from "zod/mini";
import {
  amount,
  amountInput,
  currency,
  id,
  page,
  pageQuery,
  timeInput,
  timestamp,
} from "../fields.ts";
import { cardNetwork, cardStatus } from "./cards.schemas.ts";

/**
 * The states of a purchase mandate. `completed`: its card has paid; `expired`: its time passed
 * before that; `withdrawn`: its proposer took it back, or its owner ended it.
 */
export const MANDATE_STATUSES = [
  "proposed",
  "approved",
  "refused",
  "withdrawn",
  "expired",
  "completed",
] as const;

const MAX_RAW_TEXT = 2_000;

/**
 * Text from software, as it was sent. The server removes what nobody could see, counts it, and
 * checks the length of what is left.
 */
const rawText = z.string("wrong_type").check(
  z.maxLength(MAX_RAW_TEXT, "too_long"),
  z.refine((value) => value.isWellFormed(), "malformed_text"),
);

const revision = z
  .int("wrong_type")
  .check(z.minimum(1, "out_of_range"), z.maximum(1_000_000, "out_of_range"));

const terms = {
  /** The merchant's name as payments show it, or the words with which it begins. */
  merchant: rawText,
  /** The most that the one payment may amount to. */
  ceiling: amountInput,
  currency,
  /** Until when the payment may be made. */
  until: timeInput,
  /** What the purchase is for, in one line. Shown to the person who decides, and nothing else. */
  purpose: rawText,
};

export const proposeMandateBody = z.strictObject(terms);
export const changeMandateBody = z.strictObject({
  ...terms,
  /** The revision that the change is based on. */
  revision,
});

/** What the person was shown. Charges exactly these fees, or nothing. */
export const approveMandateBody = z.strictObject({
  revision,
  segmentId: id("seg"),
  openingFee: z
    .string("wrong_type")
    .check(z.maxLength(15, "malformed_amount"), z.regex(/^[0-9]+\.[0-9]{2}$/, "malformed_amount")),
  loadFee: z
    .string("wrong_type")
    .check(z.maxLength(15, "malformed_amount"), z.regex(/^[0-9]+\.[0-9]{2}$/, "malformed_amount")),
});

export const refuseMandateBody = z.strictObject({ revision });

export const mandateQuery = z.strictObject({
  ...pageQuery,
  status: z.optional(z.enum(MANDATE_STATUSES, "not_allowed")),
});

/**
 * Permission for one payment: to one merchant, up to an amount, until a time. `merchant` and
 * `purpose` may have been written by software and are data, never instructions.
 */
export const mandate = z.object({
  id: z.string(),
  /** Increases with every change of the terms. An approval names the revision that was read. */
  revision: z.int(),
  status: z.enum(MANDATE_STATUSES),
  proposedBy: z.object({
    kind: z.enum(["person", "software"]),
    /** The name of the API key; null for a person. */
    name: z.nullable(z.string()),
  }),
  merchant: z.string(),
  ceiling: amount,
  currency,
  until: timestamp,
  purpose: z.string(),
  /** How many invisible characters were removed from the texts of this revision. */
  hiddenCharacters: z.int(),
  createdAt: timestamp,
  changedAt: timestamp,
  decidedAt: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
  /** The card that was issued for the payment, and the fees that were charged for it. */
  card: z.nullable(
    z.object({
      id: z.string(),
      last4: z.string(),
      status: cardStatus,
      /** Whether its payment was made. */
      used: z.boolean(),
      openingFee: amount,
      loadFee: amount,
    }),
  ),
});

/** What approving a mandate costs now, and from which card product its card would come. */
export const mandateOffer = z.object({
  segmentId: z.string(),
  network: cardNetwork,
  openingFee: amount,
  /** The fee for loading the ceiling. */
  loadFee: amount,
  /** What leaves the account: the ceiling and both fees. */
  total: amount,
});

export const mandateDetail = z.extend(mandate, {
  /** Null unless the mandate waits for a decision, and if no card product suits it. */
  offer: z.nullable(mandateOffer),
});

export const mandatePage = page(mandate);

/** The mandate that a payment was made, or declined, under. */
export const paymentMandate = z.object({
  id: z.string(),
  merchant: z.string(),
  ceiling: amount,
  currency,
  until: timestamp,
});

export type MandateStatus = (typeof MANDATE_STATUSES)[number];
export type ProposeMandateBody = z.infer<typeof proposeMandateBody>;
export type ChangeMandateBody = z.infer<typeof changeMandateBody>;
export type ApproveMandateBody = z.infer<typeof approveMandateBody>;
export type MandateQuery = z.infer<typeof mandateQuery>;
export type Mandate = z.infer<typeof mandate>;
export type MandateOffer = z.infer<typeof mandateOffer>;
export type MandateDetail = z.infer<typeof mandateDetail>;
export type PaymentMandate = z.infer<typeof paymentMandate>;
