import * as z from "zod/mini";
import { LOCALES } from "../errors/locales.ts";
import { amount, email, id, line, page, pageQuery, timestamp } from "../fields.ts";
import { APPROVING_ROLES, MAX_OPERATOR_REASON, OPERATOR_ROLES } from "./operators.schemas.ts";

/** Changes that require a second administrator. */
export const PROPOSAL_KINDS = [
  "operator_invite",
  "operator_role",
  "operator_suspend",
  "operator_resume",
  "operator_remove",
  "settings",
] as const;

/** The status of a proposal; `expired`: not decided in time. */
export const PROPOSAL_STATUSES = [
  "waiting",
  "approved",
  "rejected",
  "withdrawn",
  "expired",
] as const;

export const PROPOSAL_LIFETIME_DAYS = 7;

/** The program's limits, by their names in a proposal. */
export const SETTING_NAMES = [
  "withdrawal.reviewAbove",
  "withdrawal.twoAbove",
  "withdrawal.dayLimitWithoutFactor",
  "withdrawal.dayLimit",
  "application.reviewAbove",
  "correction.maxAmount",
] as const;

const operatorRole = z.enum(OPERATOR_ROLES);
const reason = line(MAX_OPERATOR_REASON);
const revision = z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(1_000_000));

/** A change that one administrator proposes and another one approves. Its terms never change. */
export const proposal = z.object({
  id: z.string(),
  kind: z.enum(PROPOSAL_KINDS),
  status: z.enum(PROPOSAL_STATUSES),
  /** The operator concerned; null for an invitation and for the limits. */
  operator: z.nullable(z.object({ id: z.string(), username: z.string() })),
  /** Who is invited; null for every other kind. */
  email: z.nullable(z.string()),
  /** The operator's role when it was proposed; null if no role changes. */
  fromRole: z.nullable(operatorRole),
  /** The role to grant; null if there is none. */
  toRole: z.nullable(operatorRole),
  /** Limits that change, in US dollars; empty for every other kind. */
  limits: z.array(z.object({ name: z.enum(SETTING_NAMES), from: amount, to: amount })),
  reason: z.string(),
  proposedBy: z.string(),
  /** Whether the reader proposed it, and so may withdraw it, but never approve it. */
  mine: z.boolean(),
  /** Whether it concerns the reader, who may approve it and never reject it. */
  aboutYou: z.boolean(),
  /** Whether the reader invited the proposer or the reverse, which rules out approving it. */
  linked: z.boolean(),
  proposedAt: timestamp,
  expiresAt: timestamp,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  /** Why it was rejected. */
  decisionNote: z.nullable(z.string()),
  /** False if what it changes has changed since; approving it would be refused. */
  possible: z.boolean(),
});

export const proposalsQuery = z.strictObject({
  ...pageQuery,
  status: z.optional(z.enum(PROPOSAL_STATUSES, "not_allowed")),
});
/** `waiting` counts all that wait for a decision of the reader. */
export const proposalsPage = z.extend(page(proposal), { waiting: z.int() });

export const proposeInvitationBody = z.strictObject({
  email,
  role: z.enum(APPROVING_ROLES, "not_allowed"),
  locale: z.enum(LOCALES, "not_allowed"),
  reason,
});

/** What can be proposed about an operator. */
export const OPERATOR_PROPOSALS = [
  "operator_role",
  "operator_suspend",
  "operator_resume",
  "operator_remove",
] as const;

export const proposeOperatorBody = z
  .strictObject({
    kind: z.enum(OPERATOR_PROPOSALS, "not_allowed"),
    operatorId: id("usr"),
    /** The revision of the operator that was reviewed. */
    revision,
    /** The new role; only for `operator_role`. */
    role: z.optional(z.enum(OPERATOR_ROLES, "not_allowed")),
    reason,
  })
  .check(
    z.refine(({ kind, role }) => kind !== "operator_role" || role !== undefined, {
      error: "required",
      path: ["role"],
    }),
    z.refine(({ kind, role }) => kind === "operator_role" || role === undefined, {
      error: "not_allowed",
      path: ["role"],
    }),
  );

export const rejectProposalBody = z.strictObject({ note: reason });

export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];
export type SettingName = (typeof SETTING_NAMES)[number];
export type Proposal = z.infer<typeof proposal>;
export type ProposalsPage = z.infer<typeof proposalsPage>;
export type ProposalsQuery = z.output<typeof proposalsQuery>;
export type ProposeInvitationBody = z.output<typeof proposeInvitationBody>;
export type ProposeOperatorBody = z.output<typeof proposeOperatorBody>;
