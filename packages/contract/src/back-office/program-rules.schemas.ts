import * as z from "zod/mini";
import { ruleConditions, type StrategyRule } from "../authorization/risk.schemas.ts";
import { type RuleProblem, ruleProblems } from "../authorization/rule-problems.ts";
import { CARD_TYPES } from "../cards/cards.schemas.ts";
import { amount, currency, line, page, pageQuery, timestamp } from "../fields.ts";
import { merchant } from "../insights/bills.schemas.ts";

/** What a program rule covers: payments, or the number of cards that a customer opens. */
export const PROGRAM_RULE_KINDS = ["payments", "new_cards"] as const;
/** What a program rule does: decline, record what it would decline, or nothing. */
export const PROGRAM_RULE_MODES = ["active", "shadow", "off"] as const;
/** The status of a proposed change. `expired`: not decided in time. */
export const PROGRAM_PROPOSAL_STATUSES = [
  "waiting",
  "approved",
  "rejected",
  "withdrawn",
  "expired",
] as const;
/** What a rule declined: a payment, a billing address, or a new card. */
export const PROGRAM_HIT_SUBJECTS = ["payment", "address", "new_card"] as const;

export const PROGRAM_PROPOSAL_LIFETIME_DAYS = 7;
/** Maximum number of program rules. */
export const MAX_PROGRAM_RULES = 50;
const MAX_NAME = 60;
const MAX_REASON = 200;

/** The conditions of customers' rules, except those that depend on the individual card. */
const conditions = z.omit(ruleConditions, { newMerchant: true, wrongCvv: true });

/**
 * The terms of a program rule, in the same form as a customer's rule. A program rule always
 * declines.
 */
export const programRuleTerms = z.strictObject({
  kind: z.enum(PROGRAM_RULE_KINDS, "not_allowed"),
  /** Present only for rules of type `payments`. */
  when: z.optional(conditions),
  /**
   * Whether to also reject billing addresses in the rule's countries. Such a rule can't have other
   * conditions.
   */
  addresses: z.optional(z.boolean("wrong_type")),
  /** `together`: windows count all of a customer's cards as one. */
  counts: z.optional(z.enum(["per_card", "together"], "not_allowed")),
  /** Limits the rule to cards of this tier. */
  tier: z.optional(z.enum(CARD_TYPES, "not_allowed")),
  /** The currency of the amounts; if set, the rule applies only to cards in that currency. */
  currency: z.optional(currency),
  /**
   * Only for `new_cards`: maximum number of cards that a customer may open per day in the program's
   * calendar.
   */
  newCardsPerDay: z.optional(
    z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(1_000, "out_of_range")),
  ),
});

const names = z.strictObject({
  en: line(MAX_NAME),
  "zh-CN": line(MAX_NAME),
  "zh-TW": line(MAX_NAME),
});
const version = z
  .int("wrong_type")
  .check(z.minimum(1, "out_of_range"), z.maximum(1_000_000, "out_of_range"));

export const createProgramRuleBody = z.strictObject({
  names,
  terms: programRuleTerms,
  /**
   * A rule that declines must first be created in shadow mode or turned off, and then be proposed.
   */
  mode: z.enum(["shadow", "off"], "not_allowed"),
  reason: line(MAX_REASON),
});

export const changeProgramRuleBody = z.strictObject({
  /** The version that the edit is based on. */
  version,
  names,
  terms: programRuleTerms,
  mode: z.enum(PROGRAM_RULE_MODES, "not_allowed"),
  reason: line(MAX_REASON),
});

export const rejectProgramProposalBody = z.strictObject({ note: line(MAX_REASON) });

const readNames = z.object({ en: z.string(), "zh-CN": z.string(), "zh-TW": z.string() });
const mode = z.enum(PROGRAM_RULE_MODES);

export const programRuleProposal = z.object({
  id: z.string(),
  status: z.enum(PROGRAM_PROPOSAL_STATUSES),
  /**
   * The version that the proposal was based on. The proposal can't be approved after another
   * version takes effect.
   */
  basedOn: z.number(),
  names: readNames,
  terms: programRuleTerms,
  mode,
  reason: z.string(),
  proposedBy: z.string(),
  /**
   * Whether the caller made the proposal. Proposers may withdraw a proposal, but never approve it.
   */
  mine: z.boolean(),
  proposedAt: timestamp,
  expiresAt: timestamp,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  decisionNote: z.nullable(z.string()),
});

export const programRuleVersion = z.object({
  version: z.number(),
  /** The revision of the set of rules, which increases with every change to any rule. */
  revision: z.number(),
  names: readNames,
  terms: programRuleTerms,
  mode,
  reason: z.string(),
  changedBy: z.string(),
  /** The second administrator who approved the version; null if no approval was needed. */
  approvedBy: z.nullable(z.string()),
  changedAt: timestamp,
});

export const programRule = z.extend(programRuleVersion, {
  id: z.string(),
  /** Number of declines in the last 30 days. */
  declined: z.number(),
  /**
   * Number of declines that would have occurred in the last 30 days if the rule were not in shadow
   * mode.
   */
  wouldDecline: z.number(),
  /** The change waiting for a second administrator. */
  proposal: z.nullable(programRuleProposal),
});

export const programRuleDetail = z.extend(programRule, {
  /** Earlier versions, newest first, at most 100. */
  earlier: z.array(programRuleVersion),
  /** Finished proposals, newest first, at most 50. */
  decided: z.array(programRuleProposal),
});

/** Program rules, newest first; `revision` is the current revision. */
export const programRules = z.extend(page(programRule), { revision: z.number() });

export const programRuleHitsQuery = z.strictObject(pageQuery);
export const programRuleHit = z.object({
  id: z.string(),
  version: z.number(),
  subject: z.enum(PROGRAM_HIT_SUBJECTS),
  shadow: z.boolean(),
  customerId: z.string(),
  /** Null if a billing address or a new card was rejected. */
  cardId: z.nullable(z.string()),
  movementId: z.nullable(z.string()),
  amount: z.nullable(amount),
  currency: z.nullable(currency),
  merchant: z.nullable(merchant),
  at: timestamp,
});
export const programRuleHits = page(programRuleHit);

export const programBacktestBody = z.strictObject({
  terms: programRuleTerms,
  days: z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(366, "out_of_range")),
});

/** What a rule would have declined among the past payments of a sample of customers. */
export const programBacktest = z.object({
  from: timestamp,
  to: timestamp,
  /** Number of customers with a payment request in the period. */
  customers: z.number(),
  /** Number of customers whose payments were evaluated. */
  sampledCustomers: z.number(),
  /** Number of approved payments that were evaluated. */
  payments: z.number(),
  declined: z.number(),
  /** Number of customers with at least one declined payment. */
  declinedCustomers: z.number(),
  declinedAmounts: z.array(z.object({ currency, amount })),
  /** The newest declined payments, at most 20. */
  declinedPayments: z.array(
    z.object({ movementId: z.string(), merchant, amount, currency, at: timestamp }),
  ),
});

function kindProblems(terms: ProgramRuleTerms): RuleProblem[] {
  const { kind, newCardsPerDay, ...others } = terms;
  if (kind === "new_cards") {
    const given = Object.entries(others).filter(([, value]) => value !== undefined);
    return [
      ...(newCardsPerDay === undefined
        ? [{ path: "newCardsPerDay", code: "required" as const }]
        : []),
      ...given.map(([path]) => ({ path, code: "contradiction" as const })),
    ];
  }
  return newCardsPerDay === undefined
    ? []
    : [{ path: "newCardsPerDay", code: "contradiction" as const }];
}

function addressProblems({ when, addresses, tier }: ProgramRuleTerms): RuleProblem[] {
  const given = Object.entries(when ?? {}).filter(([, condition]) => condition !== undefined);
  const isCountries = given.length === 1 && when?.countries !== undefined && tier === undefined;
  return addresses === true && !isCountries
    ? [{ path: "addresses", code: "contradiction" as const }]
    : [];
}

/** Converts a program rule about payments to the form of a customer's rule, for evaluation. */
export function asStrategyRule(terms: ProgramRuleTerms): StrategyRule {
  const { when = {}, counts = "per_card", tier, currency: amountsIn } = terms;
  return {
    when,
    action: "decline",
    scope: tier === undefined ? { cards: "all" } : { cards: "tier", tier },
    counts,
    ...(amountsIn !== undefined && { currency: amountsIn }),
    email: false,
  };
}

/**
 * Finds problems in terms whose individual fields are valid. The server rejects them and the form
 * displays them.
 */
export function programRuleProblems(terms: ProgramRuleTerms): RuleProblem[] {
  const ofKind = kindProblems(terms);
  return terms.kind === "new_cards"
    ? ofKind
    : [...ofKind, ...ruleProblems(asStrategyRule(terms)), ...addressProblems(terms)];
}

export type ProgramRuleMode = (typeof PROGRAM_RULE_MODES)[number];
export type ProgramRuleTerms = z.output<typeof programRuleTerms>;
export type ProgramRule = z.infer<typeof programRule>;
export type ProgramRuleDetail = z.infer<typeof programRuleDetail>;
export type ProgramRuleVersion = z.infer<typeof programRuleVersion>;
export type ProgramRuleProposal = z.infer<typeof programRuleProposal>;
export type ProgramRuleHit = z.infer<typeof programRuleHit>;
export type ProgramBacktest = z.infer<typeof programBacktest>;
export type CreateProgramRuleBody = z.output<typeof createProgramRuleBody>;
export type ChangeProgramRuleBody = z.output<typeof changeProgramRuleBody>;
