import * as z from "zod/mini";
import { ruleConditions, type StrategyRule } from "../authorization/risk.schemas.ts";
import { type RuleProblem, ruleProblems } from "../authorization/rule-problems.ts";
import { CARD_TYPES } from "../cards/cards.schemas.ts";
import { amount, currency, line, page, pageQuery, timestamp } from "../fields.ts";
import { merchant } from "../insights/bills.schemas.ts";

/** What a program rule evaluates: payments, or the number of cards that a customer opens. */
export const PROGRAM_RULE_KINDS = ["payments", "new_cards"] as const;
/** What a program rule does: declines, records what it would have declined, or nothing. */
export const PROGRAM_RULE_MODES = ["active", "shadow", "off"] as const;
/** The status of a proposed change; `expired`: not decided in time. */
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
/** Most rules of the program. */
export const MAX_PROGRAM_RULES = 50;
const MAX_NAME = 60;
const MAX_REASON = 200;

/** The conditions of customers' rules, except those that only a card's owner can answer for. */
const conditions = z.omit(ruleConditions, { newMerchant: true, wrongCvv: true });

/** The terms of a rule, in the same form as customers' rules. It always declines. */
export const programRuleTerms = z.strictObject({
  kind: z.enum(PROGRAM_RULE_KINDS, "not_allowed"),
  /** Only for `payments`. */
  when: z.optional(conditions),
  /**
   * Whether its countries are also refused in billing addresses; it then has no other condition.
   */
  addresses: z.optional(z.boolean("wrong_type")),
  /** `together`: windows count all cards of a customer as one. */
  counts: z.optional(z.enum(["per_card", "together"], "not_allowed")),
  /** Only cards of this tier. */
  tier: z.optional(z.enum(CARD_TYPES, "not_allowed")),
  /** The currency of amounts; the rule then applies to cards in that currency only. */
  currency: z.optional(currency),
  /** Only for `new_cards`: most that one customer may open in a day of the program's calendar. */
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
  /** A rule that declines is created as a shadow or switched off, and then proposed. */
  mode: z.enum(["shadow", "off"], "not_allowed"),
  reason: line(MAX_REASON),
});

export const changeProgramRuleBody = z.strictObject({
  /** The version that was edited. */
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
  /** The version that it was based on; it can't be approved once another one is in force. */
  basedOn: z.number(),
  names: readNames,
  terms: programRuleTerms,
  mode,
  reason: z.string(),
  proposedBy: z.string(),
  /** Whether the reader proposed it, and so may withdraw it, but never approve it. */
  mine: z.boolean(),
  proposedAt: timestamp,
  expiresAt: timestamp,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  decisionNote: z.nullable(z.string()),
});

export const programRuleVersion = z.object({
  version: z.number(),
  /** The revision of all rules together: every change of any rule increases it. */
  revision: z.number(),
  names: readNames,
  terms: programRuleTerms,
  mode,
  reason: z.string(),
  changedBy: z.string(),
  /** The second administrator; null if none was needed. */
  approvedBy: z.nullable(z.string()),
  changedAt: timestamp,
});

export const programRule = z.extend(programRuleVersion, {
  id: z.string(),
  /** In the last 30 days. */
  declined: z.number(),
  /** What it would have declined as a shadow in the last 30 days. */
  wouldDecline: z.number(),
  /** The change that waits for a second administrator. */
  proposal: z.nullable(programRuleProposal),
});

export const programRuleDetail = z.extend(programRule, {
  /** Earlier versions, newest first, at most 100. */
  earlier: z.array(programRuleVersion),
  /** Proposals that ended, newest first, at most 50. */
  decided: z.array(programRuleProposal),
});

/** Newest rules first; `revision` is the current one. */
export const programRules = z.extend(page(programRule), { revision: z.number() });

export const programRuleHitsQuery = z.strictObject(pageQuery);
export const programRuleHit = z.object({
  id: z.string(),
  version: z.number(),
  subject: z.enum(PROGRAM_HIT_SUBJECTS),
  shadow: z.boolean(),
  customerId: z.string(),
  /** Null for a billing address and for a new card. */
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

/** What a rule would have declined among past payments of a sample of customers. */
export const programBacktest = z.object({
  from: timestamp,
  to: timestamp,
  /** Customers with a payment request in that time. */
  customers: z.number(),
  /** Those whose payments were evaluated. */
  sampledCustomers: z.number(),
  /** Approved payments that were evaluated. */
  payments: z.number(),
  declined: z.number(),
  /** Customers with at least one payment declined. */
  declinedCustomers: z.number(),
  declinedAmounts: z.array(z.object({ currency, amount })),
  /** The newest, at most 20. */
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

/** Converts a rule about payments to the form of a customer's rule, for evaluation. */
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
 * Finds what is wrong with terms whose fields are each valid. The server refuses them and the form
 * shows them.
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
