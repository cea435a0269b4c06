import * as z from "zod/mini";
import { LOCALES } from "../errors/locales.ts";
import {
  amount,
  currency,
  email,
  id,
  line,
  ofCell,
  pageOverCells,
  pageQuery,
  timestamp,
} from "../fields.ts";
import { APPROVING_ROLES, MAX_OPERATOR_REASON, OPERATOR_ROLES } from "./operators.schemas.ts";

/** Changes that require a second administrator. */
export const PROPOSAL_KINDS = [
  "operator_invite",
  "operator_role",
  "operator_suspend",
  "operator_resume",
  "operator_remove",
  "settings",
  "bank_trade",
] as const;

/** The status of a proposal. `expired`: not decided in time. */
export const PROPOSAL_STATUSES = [
  "waiting",
  "approved",
  "rejected",
  "withdrawn",
  "expired",
] as const;

export const PROPOSAL_LIFETIME_DAYS = 7;

/** Names of the program's limits in a proposal. */
export const SETTING_NAMES = [
  "withdrawal.reviewAbove",
  "withdrawal.twoAbove",
  "withdrawal.dayLimitWithoutFactor",
  "withdrawal.dayLimit",
  "application.reviewAbove",
  "correction.maxAmount",
  "exchange.positionLimit",
] as const;

const operatorRole = z.enum(OPERATOR_ROLES);
const reason = line(MAX_OPERATOR_REASON);
const revision = z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(1_000_000));

/** A change that one administrator proposes and another approves. Its terms never change. */
export const proposal = z.object({
  id: z.string(),
  kind: z.enum(PROPOSAL_KINDS),
  status: z.enum(PROPOSAL_STATUSES),
  /** The operator affected; null for an invitation and for limits. */
  operator: z.nullable(z.object({ id: z.string(), username: z.string() })),
  /** The email address being invited; null for all other types. */
  email: z.nullable(z.string()),
  /** The operator's role at the time of the proposal; null if the role does not change. */
  fromRole: z.nullable(operatorRole),
  /** The role to grant; null if the proposal grants no role. */
  toRole: z.nullable(operatorRole),
  /** Changed limits, in US dollars; empty for all other types. */
  limits: z.array(z.object({ name: z.enum(SETTING_NAMES), from: amount, to: amount })),
  /** What the program gave to a bank and got from it; null for all other types. */
  trade: z.nullable(
    z.object({
      sold: amount,
      soldCurrency: currency,
      bought: amount,
      boughtCurrency: currency,
      bankReference: z.string(),
    }),
  ),
  reason: z.string(),
  proposedBy: z.string(),
  /** Whether the caller made the proposal. The proposer may withdraw it, but never approve it. */
  mine: z.boolean(),
  /** Whether the proposal is about the caller, who may approve it but never reject it. */
  aboutYou: z.boolean(),
  /**
   * Whether the caller invited the proposer or the proposer invited the caller. In either case, the
   * caller cannot approve the proposal.
   */
  linked: z.boolean(),
  proposedAt: timestamp,
  expiresAt: timestamp,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  /** Why the proposal was rejected. */
  decisionNote: z.nullable(z.string()),
  /**
   * False if what the proposal would change has since changed, in which case the proposal can no
   * longer be approved.
   */
  possible: z.boolean(),
});

export const proposalsQuery = z.strictObject({
  ...pageQuery,
  status: z.optional(z.enum(PROPOSAL_STATUSES, "not_allowed")),
});
/** `waiting` counts the proposals that await the caller's decision. */
export const proposalsPage = z.extend(pageOverCells(z.extend(proposal, { cell: ofCell })), {
  waiting: z.int(),
});

export const proposeInvitationBody = z.strictObject({
  email,
  role: z.enum(APPROVING_ROLES, "not_allowed"),
  locale: z.enum(LOCALES, "not_allowed"),
  reason,
});

/** The types of proposals about an operator. */
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
    /** The revision of the operator's record that was reviewed. */
    revision,
    /** The new role; present only for `operator_role`. */
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
/** A proposal in a list, with its cell. */
export type ListedProposal = z.infer<typeof proposalsPage>["data"][number];
export type ProposalsPage = z.infer<typeof proposalsPage>;
export type ProposalsQuery = z.output<typeof proposalsQuery>;
export type ProposeInvitationBody = z.output<typeof proposeInvitationBody>;
export type ProposeOperatorBody = z.output<typeof proposeOperatorBody>;
