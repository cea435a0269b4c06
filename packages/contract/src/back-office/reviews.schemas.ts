import { CURRENCIES } from "@tessera/money";
import * as z from "zod/mini";
import { paymentReview } from "../authorization/risk.schemas.ts";
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
import { DOCUMENT_TYPES } from "../files.ts";

/**
 * The types of cases that operators decide. Customers never see an `unanswered_hold` or a
 * `bank_assignment`.
 */
export const CASE_KINDS = [
  "withdrawal",
  "card_application",
  "deposit",
  "profile_change",
  "factor_reset",
  "unanswered_hold",
  "bank_transfer",
  "bank_assignment",
  "deposit_retraction",
] as const;

/**
 * Everything that waits for a decision. A payment held by a rule is decided by the card's owner.
 */
export const REVIEW_KINDS = [
  "payment",
  "withdrawal",
  "card_application",
  "deposit",
  "profile_change",
  "factor_reset",
  "unanswered_hold",
  "bank_transfer",
  "bank_assignment",
  "deposit_retraction",
] as const;

/**
 * The status of a case. The clock runs while the case is `open` or `in_review`, and stops while the
 * customer has to provide something. The last four statuses are final.
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

/** The statuses of cases and held payments. */
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

/** Types of events in a case. */
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

/** How to format the value of a fact. */
export const CASE_FACT_KINDS = ["text", "amount", "time", "count", "address"] as const;

/** What a customer can be asked for. An explanation is text; everything else is a file. */
export const CASE_ITEMS = [
  "identity",
  "proof_of_address",
  "source_of_funds",
  "invoice",
  "explanation",
  "other",
] as const;

/** Who has to act next. */
export const TURNS = ["you", "us"] as const;

/** Queues of cases for operators. */
export const CASE_STAGES = ["todo", "waiting", "done"] as const;
export const CASE_ASSIGNMENTS = ["me", "nobody", "all"] as const;

/** Maximum number of documents in a case. */
export const MAX_DOCUMENTS = 20;
export const MAX_NOTE_LENGTH = 500;
export const MAX_APPEAL_LENGTH = 1_000;
/** Maximum number of days that a customer can get to respond. */
export const MAX_ANSWER_DAYS = 30;

const turn = z.nullable(z.enum(TURNS));

/** Fields shared by all held items. */
const held = {
  /** Who has to act next; `null` after a final decision. */
  turn,
  /** Why the item is held, as codes. */
  reasons: z.array(z.string()),
  /** What the customer still has to send. */
  missing: z.array(z.enum(CASE_ITEMS)),
  /** The deadline for the party that has to act. */
  dueAt: z.nullable(timestamp),
};

/** A payment held by a rule. Only the card's owner approves or declines it. */
export const heldPayment = z.extend(paymentReview, { kind: z.literal("payment"), ...held });

const caseFields = {
  id: z.string(),
  kind: z.enum(CASE_KINDS),
  status: z.enum(CASE_STATUSES),
  ...held,
  /** The name the customer sees: a card's nickname, or an asset and its network. */
  label: z.nullable(z.string()),
  amount: z.nullable(amount),
  currency: z.nullable(currency),
  at: timestamp,
  revision: z.int(),
};

/** A case decided by operators. */
export const heldCase = z.object(caseFields);

export const heldReview = z.discriminatedUnion("kind", [heldPayment, heldCase]);

export const reviewListQuery = z.strictObject({
  ...pageQuery,
  status: z.optional(z.enum(ALL_STATUSES, "not_allowed")),
  kind: z.optional(z.enum(REVIEW_KINDS, "not_allowed")),
  turn: z.optional(z.enum(["you", "us", "none"], "not_allowed")),
});
export const reviewList = page(heldReview);

/** A file sent by the customer. */
export const caseDocument = z.object({
  id: z.string(),
  item: z.enum(CASE_ITEMS),
  name: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  bytes: z.int(),
  at: timestamp,
});

/** An event as the customer sees it, without operators' names. */
export const caseStep = z.object({
  act: z.enum(CASE_STEP_ACTS),
  by: z.enum(["you", "us", "system"]),
  at: timestamp,
  note: z.nullable(z.string()),
});

export const caseDetail = z.object({
  ...caseFields,
  /** The subject's id on the wire; null if the console does not show the subject. */
  subjectId: z.nullable(z.string()),
  /**
   * All items in the last request, whether or not the customer has sent them, and the note to the
   * customer.
   */
  asked: z.array(z.enum(CASE_ITEMS)),
  askedNote: z.nullable(z.string()),
  /** Why the case was rejected. */
  reason: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  canWithdraw: z.boolean(),
  /** Deadline for appealing a rejection; `null` if it cannot be appealed. */
  appealUntil: z.nullable(timestamp),
  appealed: z.boolean(),
  documents: z.array(caseDocument),
  steps: z.array(caseStep),
});

export const reviewDetail = z.discriminatedUnion("kind", [heldPayment, caseDetail]);

export const documentQuery = z.strictObject({
  item: z.optional(z.enum(CASE_ITEMS, "not_allowed")),
  /** The file's name, for display only; never trusted. */
  name: z.optional(line(120)),
});

export const answerBody = z.strictObject({ text: line(MAX_APPEAL_LENGTH) });
export const appealBody = z.strictObject({ text: line(MAX_APPEAL_LENGTH) });

/** A person named on an operator page. */
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
/** A held payment for operators: read-only, without the merchant's location. */
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
export const operatorReviews = pageOverCells(
  z.discriminatedUnion("kind", [
    z.extend(operatorPayment, { cell: ofCell }),
    z.extend(operatorCase, { cell: ofCell }),
  ]),
);

/** The number of waiting cases of one type, and how long they have waited. */
export const reviewQueue = z.object({
  kind: z.enum(REVIEW_KINDS),
  /** Number of cases that need action from operators. */
  todo: z.int(),
  /** Number of cases that need action from the customer. */
  waiting: z.int(),
  overdue: z.int(),
  mine: z.int(),
  /** When the oldest case waiting for operators was opened. */
  oldestAt: z.nullable(timestamp),
});
export const reviewQueues = pageOverCells(reviewQueue);

export const caseFact = z.object({
  name: z.string(),
  value: z.string(),
  kind: z.optional(z.enum(CASE_FACT_KINDS)),
  currency: z.optional(z.enum(CURRENCIES)),
  path: z.optional(z.string()),
});

/** An event as operators see it. */
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
  /** What the caller may do now. */
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
  /** The revision that was reviewed. */
  revision,
  items: z
    .array(z.enum(CASE_ITEMS, "not_allowed"), "wrong_type")
    .check(z.minLength(1, "required"), z.maxLength(CASE_ITEMS.length, "too_long")),
  /** The text for the customer. */
  note: z.optional(line(MAX_NOTE_LENGTH)),
  /** Number of days the customer has to respond. */
  days: z
    .int("wrong_type")
    .check(z.minimum(1, "out_of_range"), z.maximum(MAX_ANSWER_DAYS, "out_of_range")),
});

export const approveBody = z.strictObject({ revision });
export const rejectBody = z.strictObject({
  revision,
  /** The reason, shown to the customer. */
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
