import { CURRENCIES } from "@tessera/money";
import * as z from "zod/mini";
import { paymentReview } from "../authorization/risk.schemas.ts";
import { amount, currency, id, line, page, pageQuery, text, timestamp } from "../fields.ts";
import { DOCUMENT_TYPES } from "../files.ts";

/** What operators decide. */
export const CASE_KINDS = [
  "withdrawal",
  "card_application",
  "deposit",
  "profile_change",
  "factor_reset",
] as const;

/** All that is held for somebody's word: a payment held by a rule is its owner's to decide. */
export const REVIEW_KINDS = [
  "payment",
  "withdrawal",
  "card_application",
  "deposit",
  "profile_change",
  "factor_reset",
] as const;

/**
 * Where a case stands. The clock runs while it is `open` or `in_review`, and stops while the
 * customer is asked for something; the last four are over.
 */
export const CASE_STATUSES = [
  "open",
  "in_review",
  "waiting_customer",
  "approved",
  "rejected",
  "withdrawn",
  "expired",
] as const;

/** The statuses of cases and of held payments. */
const ALL_STATUSES = [
  "waiting",
  "approved",
  "declined",
  "expired",
  "open",
  "in_review",
  "waiting_customer",
  "rejected",
  "withdrawn",
] as const;

/** What can happen to a case. */
export const CASE_STEP_ACTS = [
  "opened",
  "revised",
  "assigned",
  "unassigned",
  "noted",
  "asked",
  "document_sent",
  "answered",
  "first_approval",
  "approved",
  "rejected",
  "withdrawn",
  "expired",
  "appealed",
] as const;

/** How a fact's value reads. */
export const CASE_FACT_KINDS = ["text", "amount", "time", "count", "address"] as const;

/** What a customer can be asked for. An explanation is written, the others are files. */
export const CASE_ITEMS = [
  "identity",
  "proof_of_address",
  "source_of_funds",
  "invoice",
  "explanation",
  "other",
] as const;

/** Whose turn it is. */
export const TURNS = ["you", "us"] as const;

/** Where an operator looks for cases. */
export const CASE_STAGES = ["todo", "waiting", "done"] as const;
export const CASE_ASSIGNMENTS = ["me", "nobody", "all"] as const;

/** Documents of one case. */
export const MAX_DOCUMENTS = 20;
export const MAX_NOTE_LENGTH = 500;
export const MAX_APPEAL_LENGTH = 1_000;
/** Days that a customer can be given to answer. */
export const MAX_ANSWER_DAYS = 30;

const turn = z.nullable(z.enum(TURNS));

/** What every held thing says of itself. */
const held = {
  /** Whose turn it is; `null` once it is over. */
  turn,
  /** Why it is held: codes. */
  reasons: z.array(z.string()),
  /** What the customer still has to send. */
  missing: z.array(z.enum(CASE_ITEMS)),
  /** By when whoever's turn it is should have acted. */
  dueAt: z.nullable(timestamp),
};

/** A payment that a rule held: its owner approves or declines it, nobody else. */
export const heldPayment = z.extend(paymentReview, { kind: z.literal("payment"), ...held });

const caseFields = {
  id: z.string(),
  kind: z.enum(CASE_KINDS),
  status: z.enum(CASE_STATUSES),
  ...held,
  /** How its customer knows it: a card's nickname, an asset and its network. */
  label: z.nullable(z.string()),
  amount: z.nullable(amount),
  currency: z.nullable(currency),
  at: timestamp,
  revision: z.int(),
};

/** Something that operators decide. */
export const heldCase = z.object(caseFields);

export const heldReview = z.discriminatedUnion("kind", [heldPayment, heldCase]);

export const reviewListQuery = z.strictObject({
  ...pageQuery,
  status: z.optional(z.enum(ALL_STATUSES, "not_allowed")),
  kind: z.optional(z.enum(REVIEW_KINDS, "not_allowed")),
  turn: z.optional(z.enum(["you", "us", "none"], "not_allowed")),
});
export const reviewList = page(heldReview);

/** A file that the customer sent. */
export const caseDocument = z.object({
  id: z.string(),
  item: z.enum(CASE_ITEMS),
  name: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  bytes: z.int(),
  at: timestamp,
});

/** One thing that happened, as its customer reads it: operators have no names there. */
export const caseStep = z.object({
  act: z.enum(CASE_STEP_ACTS),
  by: z.enum(["you", "us", "system"]),
  at: timestamp,
  note: z.nullable(z.string()),
});

export const caseDetail = z.object({
  ...caseFields,
  /** The subject's id on the wire, where the console shows one. */
  subjectId: z.nullable(z.string()),
  /** All that was asked for last, sent or not, and what was said about it. */
  asked: z.array(z.enum(CASE_ITEMS)),
  askedNote: z.nullable(z.string()),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  canWithdraw: z.boolean(),
  /** Until when a rejection can be appealed; `null` where it cannot. */
  appealUntil: z.nullable(timestamp),
  appealed: z.boolean(),
  documents: z.array(caseDocument),
  steps: z.array(caseStep),
});

export const reviewDetail = z.discriminatedUnion("kind", [heldPayment, caseDetail]);

export const documentQuery = z.strictObject({
  item: z.optional(z.enum(CASE_ITEMS, "not_allowed")),
  /** What the file is called; shown, and never trusted. */
  name: z.optional(line(120)),
});

export const answerBody = z.strictObject({ text: line(MAX_APPEAL_LENGTH) });
export const appealBody = z.strictObject({ text: line(MAX_APPEAL_LENGTH) });

/** Somebody who is named on an operators' page. */
const person = z.object({ id: z.string(), username: z.string() });

const operatorFields = {
  customer: person,
  needsTwo: z.boolean(),
  /** Approvals of this revision. */
  approvals: z.array(z.object({ by: z.string(), at: timestamp })),
  assignee: z.nullable(z.string()),
  overdue: z.boolean(),
  appealed: z.boolean(),
};

export const operatorCase = z.object({ ...caseFields, ...operatorFields });
/** A held payment as operators see it: reading only, without the merchant's place. */
export const operatorPayment = z.extend(heldPayment, {
  customer: person,
  overdue: z.boolean(),
});
export const operatorReview = z.discriminatedUnion("kind", [operatorPayment, operatorCase]);

export const operatorReviewQuery = z.strictObject({
  ...pageQuery,
  kind: z.optional(z.enum(REVIEW_KINDS, "not_allowed")),
  stage: z.optional(z.enum(CASE_STAGES, "not_allowed")),
  status: z.optional(z.enum(CASE_STATUSES, "not_allowed")),
  assigned: z.optional(z.enum(CASE_ASSIGNMENTS, "not_allowed")),
  overdue: z.optional(z.enum(["true"], "not_allowed")),
  customerId: z.optional(id("cus")),
});
export const operatorReviews = page(operatorReview);

/** How much of a kind waits, and for how long. */
export const reviewQueue = z.object({
  kind: z.enum(REVIEW_KINDS),
  /** It is the operators' turn. */
  todo: z.int(),
  /** It is the customer's turn. */
  waiting: z.int(),
  overdue: z.int(),
  mine: z.int(),
  /** When the oldest that is the operators' to decide was opened. */
  oldestAt: z.nullable(timestamp),
});
export const reviewQueues = page(reviewQueue);

export const caseFact = z.object({
  name: z.string(),
  value: z.string(),
  kind: z.optional(z.enum(CASE_FACT_KINDS)),
  currency: z.optional(z.enum(CURRENCIES)),
  path: z.optional(z.string()),
});

/** One thing that happened, as operators read it. */
export const operatorStep = z.object({
  act: z.enum(CASE_STEP_ACTS),
  side: z.enum(["customer", "operator", "system"]),
  by: z.string(),
  at: timestamp,
  note: z.nullable(z.string()),
  items: z.array(z.string()),
});

export const operatorCaseDetail = z.object({
  ...caseFields,
  ...operatorFields,
  subjectId: z.nullable(z.string()),
  asked: z.array(z.enum(CASE_ITEMS)),
  askedNote: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  changedBy: z.string(),
  changedAt: timestamp,
  facts: z.array(caseFact),
  documents: z.array(caseDocument),
  steps: z.array(operatorStep),
  /** What whoever asks may do now. */
  canDecide: z.boolean(),
});
export const operatorReviewDetail = z.discriminatedUnion("kind", [
  operatorPayment,
  operatorCaseDetail,
]);

const revision = z
  .int("wrong_type")
  .check(z.minimum(1, "out_of_range"), z.maximum(1_000_000, "out_of_range"));

export const noteBody = z.strictObject({
  text: text(2_000).check(z.trim(), z.minLength(1, "required")),
});

export const askBody = z.strictObject({
  /** The revision that was looked at. */
  revision,
  items: z
    .array(z.enum(CASE_ITEMS, "not_allowed"), "wrong_type")
    .check(z.minLength(1, "required"), z.maxLength(CASE_ITEMS.length, "too_long")),
  /** What the customer reads about it. */
  note: z.optional(line(MAX_NOTE_LENGTH)),
  /** How many days they have. */
  days: z
    .int("wrong_type")
    .check(z.minimum(1, "out_of_range"), z.maximum(MAX_ANSWER_DAYS, "out_of_range")),
});

export const approveBody = z.strictObject({ revision });
export const rejectBody = z.strictObject({
  revision,
  /** The customer reads it. */
  reason: line(MAX_NOTE_LENGTH),
});

export const flagBody = z.strictObject({
  customerId: id("cus"),
  flagged: z.boolean("wrong_type"),
  reason: line(MAX_NOTE_LENGTH),
});
export const flagAnswer = z.object({ customerId: z.string(), flagged: z.boolean() });

export type CaseKind = (typeof CASE_KINDS)[number];
export type ReviewKind = (typeof REVIEW_KINDS)[number];
export type CaseStatus = (typeof CASE_STATUSES)[number];
export type CaseStepAct = (typeof CASE_STEP_ACTS)[number];
export type CaseFactKind = (typeof CASE_FACT_KINDS)[number];
export type CaseItem = (typeof CASE_ITEMS)[number];
export type CaseStage = (typeof CASE_STAGES)[number];
export type HeldPayment = z.infer<typeof heldPayment>;
export type HeldCase = z.infer<typeof heldCase>;
export type HeldReview = z.infer<typeof heldReview>;
export type CaseDetail = z.infer<typeof caseDetail>;
export type ReviewDetail = z.infer<typeof reviewDetail>;
export type CaseDocument = z.infer<typeof caseDocument>;
export type CaseStep = z.infer<typeof caseStep>;
export type OperatorCase = z.infer<typeof operatorCase>;
export type OperatorPayment = z.infer<typeof operatorPayment>;
export type OperatorReview = z.infer<typeof operatorReview>;
export type OperatorCaseDetail = z.infer<typeof operatorCaseDetail>;
export type OperatorReviewDetail = z.infer<typeof operatorReviewDetail>;
export type OperatorStep = z.infer<typeof operatorStep>;
export type ReviewQueue = z.infer<typeof reviewQueue>;
export type ReviewListQuery = z.output<typeof reviewListQuery>;
export type OperatorReviewQuery = z.output<typeof operatorReviewQuery>;
