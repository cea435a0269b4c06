import * as z from "zod/mini";
import { STRATEGY_ACTIONS, STRATEGY_STATUSES, traceEntry } from "../authorization/risk.schemas.ts";
import { card } from "../cards/cards.schemas.ts";
import { amount, currency, timeInput, timestamp } from "../fields.ts";
import { merchant, movementDetail } from "../insights/bills.schemas.ts";

/** The scenarios, each with its steps in order. */
export const PRACTICE_STEPS = {
  hotel: ["check_in", "longer_stay", "check_out", "minibar"],
  fuel: ["pump", "filled", "settled"],
  tip: ["bill", "with_tip"],
  partial: ["asks_more", "settled", "top_up"],
  subscription: ["first_month", "second_month", "price_rise", "fourth_month"],
  force_post: ["posted", "top_up"],
  refund: ["purchase", "freeze", "refund", "unfreeze"],
  dispute_lost: ["purchase", "credit", "lost"],
  dispute_won: ["purchase", "credit", "won"],
  late_clearing: ["purchase", "lapse", "late"],
  abroad: ["asks", "settled"],
  top_up: ["top_up"],
} as const;

export const PRACTICE_SCENARIOS = [
  "hotel",
  "fuel",
  "tip",
  "partial",
  "subscription",
  "force_post",
  "refund",
  "dispute_lost",
  "dispute_won",
  "late_clearing",
  "abroad",
  "top_up",
] as const satisfies readonly (keyof typeof PRACTICE_STEPS)[];
export const MAX_PRACTICE_STEPS = 10;

/** Who acts in a step, and how. */
export const PRACTICE_DEEDS = [
  "authorisation",
  "payment",
  "increment",
  "advice",
  "clearing",
  "refund",
  "return_reversal",
  "force_post",
  "top_up",
  "freeze",
  "unfreeze",
  "wait",
] as const;

/** How far a single move can advance the clock; a month is a calendar month. */
export const PRACTICE_LEAPS = ["PT1H", "P1D", "P1W", "P1M"] as const;
/** Number of years after which a practice session's clock stops. */
export const PRACTICE_YEARS = 2;

/**
 * The outcome of a step. `approved` and `declined` are responses to a request; `done`: happened
 * without a request; `refused`: failed for the reason in `code`; `skipped`: did not run because its
 * payment was declined.
 */
export const PRACTICE_RESULTS = ["approved", "declined", "done", "refused", "skipped"] as const;

const scenarioId = z.enum(PRACTICE_SCENARIOS, "not_allowed");

export const ACCOUNT_KINDS = [
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

/** One ledger transfer, from the debit to the credit account. */
export const journalLine = z.object({
  debit: z.enum(ACCOUNT_KINDS),
  credit: z.enum(ACCOUNT_KINDS),
  amount,
});

/** What a single movement wrote to the ledger. */
export const journal = z.object({
  kind: z.string(),
  at: timestamp,
  amount,
  lines: z.array(journalLine),
  /** The effects on holds; `left` is the amount that is still held afterward. */
  holds: z.array(
    z.object({
      step: z.enum(["hold", "increase", "capture", "release", "expire"]),
      amount,
      left: amount,
    }),
  ),
});

/** A card's money; `balance` is negative if the card owes money. */
export const practiceBalances = z.object({ balance: amount, held: amount, available: amount });

/** What was played: a step in a scenario, or an advance of the clock. */
export const practicePlay = z.object({
  /** The play's number within the practice session, starting at 1. */
  number: z.number(),
  /** Absent if only the clock was advanced. */
  scenario: z.optional(scenarioId),
  /** How many times the scenario has been started, including this time. */
  take: z.optional(z.number()),
  /** The step's number within the scenario, starting at 1. */
  step: z.optional(z.number()),
  from: timestamp,
  to: timestamp,
  result: z.enum(PRACTICE_RESULTS),
  /** `approved`, a code from the decline catalog, or an error code. */
  code: z.string(),
  /** The code's text in the reader's language; null if nothing needs explaining. */
  message: z.nullable(z.string()),
  /** The amount requested or moved, in the card's currency; null if no amount is involved. */
  amount: z.nullable(amount),
  /** The approved amount, if it is lower than the requested amount. */
  approvedAmount: z.optional(amount),
  /** All checks of the decision, in order; empty if there was no decision. */
  trace: z.array(traceEntry),
  /** What the ledger wrote, in order. */
  journals: z.array(journal),
  before: practiceBalances,
  after: practiceBalances,
});

/** A customer's rule that takes part in practice, as it was when the practice started. */
export const practiceRule = z.object({
  strategyId: z.string(),
  name: z.string(),
  version: z.number(),
  action: z.enum(STRATEGY_ACTIONS),
  /** The rule's status outside of practice. In practice, all rules apply. */
  status: z.enum(STRATEGY_STATUSES),
});

export const practiceStep = z.object({
  id: z.string(),
  deed: z.enum(PRACTICE_DEEDS),
  /** Time since the previous step, in ISO 8601. */
  after: z.string(),
  /** Absent if the amount depends on the card's balance, or if there is no amount. */
  amount: z.optional(amount),
  merchant: z.optional(merchant),
});

export const practiceScenario = z.object({ id: scenarioId, steps: z.array(practiceStep) });

export const practiceProgress = z.object({
  scenario: scenarioId,
  /** The next step; 1 after the last step. */
  next: z.number(),
  take: z.number(),
});

export const practiceSession = z.object({
  startedAt: timestamp,
  /** The current time in the practice session. */
  now: timestamp,
  /** The latest time that the clock can be advanced to. */
  endsAt: timestamp,
  card,
  balances: practiceBalances,
  /** The amount left to load onto the card. */
  accountBalance: amount,
  currency,
  withDrafts: z.boolean(),
  rules: z.array(practiceRule),
  progress: z.array(practiceProgress),
  /** The ledger entries that put money on the card. */
  opening: z.array(journal),
  /** Newest first, at most 50. */
  plays: z.array(practicePlay),
  /** The card's payments as in bills, newest first, at most 20. */
  payments: z.array(movementDetail),
});

/** `session` is null if practice has not been started. */
export const practice = z.object({
  session: z.nullable(practiceSession),
  scenarios: z.array(practiceScenario),
});

export const beginPracticeBody = z.strictObject({
  /** Whether to treat draft and shadow strategies as active. */
  withDrafts: z.boolean("wrong_type"),
  /** Currency of the practice card; defaults to USD. */
  currency: z.optional(currency),
});

export const practiceStepBody = z.strictObject({
  scenario: scenarioId,
  step: z
    .int("wrong_type")
    .check(z.minimum(1, "out_of_range"), z.maximum(MAX_PRACTICE_STEPS, "out_of_range")),
});

/** Requires exactly one of the two fields. */
export const practiceClockBody = z
  .strictObject({
    by: z.optional(z.enum(PRACTICE_LEAPS, "not_allowed")),
    to: z.optional(timeInput),
  })
  .check(
    z.refine(({ by, to }) => by !== undefined || to !== undefined, {
      error: "required",
      path: ["by"],
    }),
    z.refine(({ by, to }) => by === undefined || to === undefined, {
      error: "contradiction",
      path: ["by"],
    }),
  );

/**
 * A practice session exported as a test fixture: what was played, decided and written, without ids.
 */
export const practiceExport = z.object({
  format: z.literal("tessera-practice-1"),
  startedAt: timestamp,
  currency,
  withDrafts: z.boolean(),
  rules: z.array(z.object({ name: z.string(), version: z.number() })),
  opening: z.array(journal),
  /** Oldest first. */
  plays: z.array(
    z.extend(practicePlay, {
      stepId: z.optional(z.string()),
      deed: z.optional(z.enum(PRACTICE_DEEDS)),
      merchant: z.optional(merchant),
    }),
  ),
});

export type PracticeScenarioId = (typeof PRACTICE_SCENARIOS)[number];
export type PracticeDeed = (typeof PRACTICE_DEEDS)[number];
export type PracticeLeap = (typeof PRACTICE_LEAPS)[number];
export type PracticeResult = (typeof PRACTICE_RESULTS)[number];
export type Journal = z.infer<typeof journal>;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
export type PracticeBalances = z.infer<typeof practiceBalances>;
export type PracticePlay = z.infer<typeof practicePlay>;
export type PracticeRule = z.infer<typeof practiceRule>;
export type PracticeStep = z.infer<typeof practiceStep>;
export type PracticeScenario = z.infer<typeof practiceScenario>;
export type PracticeSession = z.infer<typeof practiceSession>;
export type Practice = z.infer<typeof practice>;
export type BeginPracticeBody = z.infer<typeof beginPracticeBody>;
export type PracticeStepBody = z.infer<typeof practiceStepBody>;
export type PracticeClockBody = z.infer<typeof practiceClockBody>;
export type PracticeExport = z.infer<typeof practiceExport>;
